/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab pack: chunk sets as the bytes of a cartridge, and back. */
#include "experiments/commands/commands_private.h"
#include "gen/room/room.h"

#include <stdlib.h>
#include <unistd.h>

static fl_err unpack(const char *path, fl_chunk_set *set, fl_text *out, fl_diag *diag)
{
    char *data = NULL;
    size_t size = 0;
    fl_err err = fl_program_file_read(path, &data, &size, diag);
    err = err ? err : fl_room_chunk_set_unpack(set, data, size, path, diag);
    if (!err) {
        fl_room_chunk_set_print(set, out);
    }
    free(data);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_text out;
    fl_chunk_set *set = malloc(sizeof *set);
    fl_text_init(&out);
    fl_err err = set ? FL_OK : fl_diag_memory(diag);
    if (!err && fl_program_option_get(options, "unpack")) {
        err = unpack(options->word[0], set, &out, diag);
    } else if (!err) {
        err = fl_room_chunk_set_open(set, options->word[0], NULL, diag);
        if (!err) {
            fl_room_chunk_set_pack(set, &out);
        }
    }
    err = err                   ? err
          : fl_text_check(&out) ? fl_diag_memory(diag)
                                : fl_program_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    free(set);
    return err;
}

static const fl_option options[] = {
    {"unpack", 'u', false, NULL, "print a file of packed chunks as text"},
    FL_CMD_HELP,
};

const fl_command fl_commands_pack = {
    .name = "pack",
    .arguments = "SET",
    .summary = "pack a chunk set into bytes, or unpack it",
    .details = "Writes the chunks as binary, 33 bytes each, to standard output: SET is a chunk\n"
               "set that ships (cellar, …) or a file ('floorlab help chunks'). With --unpack SET\n"
               "is such a file of bytes.",
    .examples = "floorlab pack cellar > cellar.bin\n"
                "floorlab pack --unpack cellar.bin > cellar.txt\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
