"""The simulation behind experiments/submit/SCALING.md beside closed formulas, and the page beside what its script writes:
scaling.py ROOT [TEST…] of: formulas page figure. Prints TAP.

A mean is compared within four of its standard errors, so that one true formula in 16,000 is called false; each of the faults
planted in a copy of the simulation is seen."""
import importlib.util
import math
import pathlib
import random
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import tap  # noqa: E402

ROOT = pathlib.Path(sys.argv[1]).resolve()
SOURCE = ROOT / "experiments" / "submit" / "scaling.py"
RUNS = 5000
PLANTS = {
    "a failure costs no requeue": ("(begin + lasted + costs.requeue, left)", "(begin + lasted, left)"),
    "what was counted after the checkpoint is kept": ("saved = int(", "saved = ("),
    "checkpoints cost nothing": (" + checkpoints * costs.checkpoint", ""),
    "a shard taken up again has no start": ("failure - costs.start)", "failure)"),
    "the node is back at once": ("(costs.requeue if left else 0)", "0"),
    "the scheduler starts all tasks at once": ("begin + 1 / costs.tasks_a_second)", "0)"),
}


def load(text: str):
    """The script as a module, not run."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scaling.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location("scaling", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules["scaling"] = module    # where dataclasses look for their module
        sys.dont_write_bytecode = True
        spec.loader.exec_module(module)
        return module


def costs(module, mtbf=math.inf, tasks_a_second=1e9):
    return module.Costs(start=3, checkpoint=2, interval=10, merge_start=5, merge_shard=0.25, requeue=40,
                        tasks_a_second=tasks_a_second, mtbf=mtbf)


def without_failures(module) -> bool:
    """3 nodes, 6 shards of 45 s: each has four checkpoints and a start, a node makes two of them."""
    end, failures = module.count(costs(module), 270, 3, 6, random.Random(1))
    return failures == 0 and math.isclose(end, 2 * (3 + 45 + 4 * 2), abs_tol=1e-6)


def started_in_turn(module) -> bool:
    """8 nodes and shards of 20 s, two tasks a second: the last one begins 3.5 s after the first."""
    end, _ = module.count(costs(module, tasks_a_second=2), 160, 8, 8, random.Random(1))
    return math.isclose(end, 3.5 + 3 + 20 + 2, abs_tol=1e-6)


def mean_with_failures(module, work: float, mtbf: float) -> bool:
    """One shard and a node to spare, beside the sum over the parts between checkpoints."""
    chance, known = random.Random(7), costs(module, mtbf)
    ends = [module.count(known, work, 2, 1, chance)[0] for _ in range(RUNS)]
    return abs(statistics.fmean(ends) - formula(work, mtbf)) < 4 * statistics.stdev(ends) / math.sqrt(RUNS)


def formula(work: float, mtbf: float, start=3, checkpoint=2, interval=10, requeue=40) -> float:
    """A part of length s that begins with a start of length a takes (exp((a + s) / mtbf) - 1) (mtbf + requeue) in the mean. One
    that follows another takes no start unless it fails. It is written anew here, not the program's."""
    parts = [interval + checkpoint] * (math.ceil(work / interval) - 1)
    parts.append(work - interval * len(parts))
    anew = [(math.exp((start + part) / mtbf) - 1) * (mtbf + requeue) for part in parts]
    return anew[0] + sum(-math.expm1(-part / mtbf) * (mtbf + requeue + again) for part, again in zip(parts[1:], anew[1:]))


def two_shards_at_once(module) -> bool:
    """Two nodes with a shard each of one part: the later of two independent ends, by the chance that both end at once."""
    chance, known = random.Random(3), costs(module, 50)
    at_once = sum(module.count(known, 20, 2, 2, chance)[1] == 0 for _ in range(RUNS)) / RUNS
    right = math.exp(-2 * 13 / 50)
    return abs(at_once - right) < 4 * math.sqrt(right * (1 - right) / RUNS)


def waits_for_the_node(module) -> bool:
    """One node, two shards of one part: until a failed node is back it makes neither."""
    chance, known = random.Random(5), costs(module, 50)
    ends = [module.count(known, 20, 1, 2, chance)[0] for _ in range(RUNS)]
    return abs(statistics.fmean(ends) - 2 * formula(10, 50)) < 4 * statistics.stdev(ends) / math.sqrt(RUNS)


def all_hold(module) -> bool:
    return without_failures(module) and started_in_turn(module) and mean_with_failures(module, 45, 60) and \
        mean_with_failures(module, 10, 25) and two_shards_at_once(module) and waits_for_the_node(module)


def formulas():
    text = SOURCE.read_text()
    module = load(text)
    yield "without failures the time is a sum", without_failures(module)
    yield "tasks are started in turn", started_in_turn(module)
    for work, mtbf in ((45, 60), (10, 25), (100, 1000)):
        yield f"{work} s of work, failures each {mtbf} s: the mean is the formula's", mean_with_failures(module, work, mtbf)
        yield "the script has the same formula", math.isclose(module.expected(costs(module, mtbf), work), formula(work, mtbf))
    yield "two nodes fail independently", two_shards_at_once(module)
    yield "a failed node does nothing until it is back", waits_for_the_node(module)
    yield "merge climbs with the shards", module.merge(costs(module), 8) == 5 + 8 * 0.25
    for name, (right, wrong) in PLANTS.items():
        yield f"seen: {name}", text.count(right) == 1 and not all_hold(load(text.replace(right, wrong)))


def page(with_figure: bool):
    module = load(SOURCE.read_text())
    module.HERE = SOURCE.parent
    module.COSTS, module.PAGE, module.SCRIPT = (SOURCE.parent / name for name in ("scaling.json", "SCALING.md", "scaling.gp"))
    with tempfile.TemporaryDirectory() as folder:
        if not with_figure:
            module.draw = lambda found, picture: None
        module.write_page(pathlib.Path(folder))
        made = pathlib.Path(folder)
        yield "the page has the script's numbers", (made / "SCALING.md").read_text() == module.PAGE.read_text()
        if with_figure:
            picture = ROOT / "plots" / "pictures" / "scaling.svg"
            yield "the figure is the script's", (made / picture.name).read_text() == picture.read_text()


def main() -> int:
    groups = {"formulas": formulas, "page": lambda: page(False), "figure": lambda: page(True)}
    return tap.say(check for name in sys.argv[2:] or ("formulas", "figure") for check in groups[name]())


sys.exit(main())
