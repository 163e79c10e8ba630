/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps by their tables: values land where the rows say, and everything else is refused at its line. */
#include "gen/base/yaml_map.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct pet {
    char name[6];
    const char *about;
    bool is_tame;
    uint8_t legs;
    uint16_t teeth;
    int weight;
    uint64_t age;
    int64_t speed;
    unsigned toys_n, lives, tail;
    uint32_t odds[2];
} pet;

static fl_yaml *yaml;
static fl_diag diag;

static void tear_down(void)
{
    fl_yaml_free(yaml);
    yaml = NULL;
}

TestSuite(yaml_map, .fini = tear_down);

static fl_err count_toy(void *context, const fl_yaml_node *node)
{
    pet *self = context;
    self->toys_n++;
    return strcmp(node->text, "bomb") == 0 ? FL_ERR_INPUT : FL_OK;
}

static fl_err read_toys(void *context, const fl_yaml_node *node)
{
    return fl_yaml_map_each(node, context, count_toy);
}

static fl_err read_tail(const fl_yaml_reading *self, const fl_yaml_node *node, void *member)
{
    *(unsigned *)member = (unsigned)strlen(node->text);
    return ((const pet *)self->out)->legs == 0
               ? fl_yaml_refuse(self->yaml, node, self->diag, "a tail without legs")
               : FL_OK;
}

static const fl_yaml_row rows[] = {
    {"name", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_TEXT, pet, name)},
    {"about", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_BORROWED, pet, about)},
    {"tame", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, pet, is_tame)},
    {"legs", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, pet, legs), FL_YAML_LIMITS(0, 200)},
    {"teeth", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, pet, teeth), FL_YAML_LIMITS(0, 60000)},
    {"weight", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, pet, weight), FL_YAML_LIMITS(-5, 5)},
    {"age", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, pet, age), FL_YAML_LIMITS(0, INT64_MAX)},
    {"speed", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DECIMAL, pet, speed), FL_YAML_LIMITS(0, 1)},
    {"lives", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_DIGITS, pet, lives), FL_YAML_LIMITS(1, 9000)},
    {"odds", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, pet, odds)},
    {"tail", FL_YAML_SCALAR, false, FL_YAML_FILL(read_tail, pet, tail)},
    {"toys", FL_YAML_LIST, false, .read = read_toys},
    {"extra", FL_YAML_ANY, false, .store = FL_YAML_NOWHERE},
};

static fl_err read_pet(const char *text, pet *out)
{
    fl_diag_init(&diag);
    tear_down();
    cr_assert_eq(fl_yaml_read(text, strlen(text), "pet.yaml", &yaml, &diag), FL_OK, "%s", diag.what);
    fl_yaml_reading reading = {yaml, &diag, out};
    return fl_yaml_map_read(&reading, fl_yaml_root(yaml), rows, sizeof rows / sizeof rows[0], out);
}

Test(yaml_map, puts_every_value_where_its_row_says)
{
    pet out = {.legs = 9};
    cr_assert_eq(
        read_pet("toys: [ball, mouse]\nname: Felix\nabout: a cat\ntame: true\nlegs: 4\nteeth: 30_000\n"
                 "weight: -5\nage: 10M\nspeed: 0.25\nextra: {a: [1]}\nlives: 0090\nodds: 2/15\ntail: long\n",
                 &out),
        FL_OK, "%s: %s", diag.where, diag.what);
    cr_expect_str_eq(out.name, "Felix");
    cr_expect_str_eq(out.about, "a cat");
    cr_expect(out.is_tame);
    cr_expect_eq(out.legs, 4);
    cr_expect_eq(out.teeth, 30000);
    cr_expect_eq(out.weight, -5);
    cr_expect_eq(out.age, 10000000);
    cr_expect_eq(out.speed, FL_YAML_ONE / 4);
    cr_expect_eq(out.toys_n, 2);
    cr_expect_eq(out.lives, 90);
    cr_expect(out.odds[0] == 2 && out.odds[1] == 15);
    cr_expect_eq(out.tail, 4);
}

static const struct {
    const char *text, *where, *what, *hint;
} bad[] = {
    {"about: x\n", "pet.yaml:1", "the key 'name' is missing", ""},
    {"name: x\nlegz: 4\n", "pet.yaml:2", "there is no key 'legz' here", "did you mean 'legs'?"},
    {"name: Felixx\n", "pet.yaml:1", "'name' is a text of 1 to 5 bytes", ""},
    {"name: ''\n", "pet.yaml:1", "'name' is a text of 1 to 5 bytes", ""},
    {"name: [x]\n", "pet.yaml:1", "'name' is a list, expected a single value", ""},
    {"name: x\ntame: perhaps\n", "pet.yaml:2", "'tame' is true or false, not 'perhaps'", ""},
    {"name: x\nlegs: 201\n", "pet.yaml:2", "'legs' is a whole number from 0 to 200, not '201'", ""},
    {"name: x\nweight: -6\n", "pet.yaml:2", "'weight' is a whole number from -5 to 5, not '-6'", ""},
    {"name: x\nage: 1e9\n", "pet.yaml:2", "'age' is a whole number from 0 to", ""},
    {"name: x\nspeed: 1.5\n", "pet.yaml:2", "'speed' is a number from 0 to 1, not '1.5'", "such as 0.03"},
    {"name: x\nlives: 0\n", "pet.yaml:2", "'lives' is a whole number from 1 to 9000, not '0'", ""},
    {"name: x\nlives: 9001\n", "pet.yaml:2", "not '9001'", ""},
    {"name: x\nlives: 0x8\n", "pet.yaml:2", "not '0x8'", ""},
    {"name: x\nlives: +8\n", "pet.yaml:2", "not '+8'", ""},
    {"name: x\nlives: 1k\n", "pet.yaml:2", "not '1k'", ""},
    {"name: x\nlives: ''\n", "pet.yaml:2", "not ''", ""},
    {"name: x\nodds: 3/2\n", "pet.yaml:2", "'3/2' is not a chance; write, for example, 1/7", ""},
    {"name: x\nodds: 0/0\n", "pet.yaml:2", "'0/0' is not a chance", ""},
    {"name: x\nodds: 1/+7\n", "pet.yaml:2", "'1/+7' is not a chance", ""},
    {"name: x\nodds: 1/9999999999\n", "pet.yaml:2", "is not a chance", ""},
    {"name: x\nlegs: 0\ntail: x\n", "pet.yaml:3", "a tail without legs", ""},
    {"name: x\ntoys: {a: b}\n", "pet.yaml:2", "'toys' is a map of keys, expected a list", ""},
    {"- name\n", "pet.yaml:1", "expected a map of keys, found a list", ""},
};

Test(yaml_map, refuses_what_does_not_fit_at_its_line)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pet out = {0};
        cr_expect_eq(read_pet(bad[i].text, &out), FL_ERR_INPUT, "accepted: %s", bad[i].text);
        cr_expect_str_eq(diag.where, bad[i].where, "%s for %s", diag.where, bad[i].text);
        cr_expect_not_null(strstr(diag.what, bad[i].what), "'%s' for %s", diag.what, bad[i].text);
        cr_expect_not_null(strstr(diag.hint, bad[i].hint), "'%s' for %s", diag.hint, bad[i].text);
    }
}

Test(yaml_map, decimals_are_exact_billionths)
{
    static const struct {
        const char *text;
        int64_t value;
    } table[] = {
        {"0", 0},
        {"1", 1000000000},
        {"0.5", 500000000},
        {".5", 500000000},
        {"3.", 3000000000},
        {"12.5", 12500000000},
        {"0.000000001", 1},
        {"0.123456789", 123456789},
        {"999999999", 999999999000000000},
        {"007.25", 7250000000},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int64_t out = -1;
        cr_expect_eq(fl_yaml_map_decimal(table[i].text, &out), FL_OK, "%s", table[i].text);
        cr_expect_eq(out, table[i].value, "%s: %lld", table[i].text, (long long)out);
    }
}

Test(yaml_map, what_is_no_decimal_is_refused)
{
    static const char *const table[] = {"",     ".",   "-1",  "+1",    "1e3",          "0x1",
                                        "1,5",  " 1",  "1 ",  "0.5.5", "0.0000000001", "1234567890",
                                        "half", "1/2", "nan", "inf",   "0..1",         "1.2.3"};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int64_t out = -1;
        cr_expect_eq(fl_yaml_map_decimal(table[i], &out), FL_ERR_INPUT, "%s", table[i]);
        cr_expect_eq(out, -1, "%s", table[i]);
    }
}
