"""The list of rules. A rule takes a ctree.Tree and yields (path, line, what to do)."""
RULES = {}


class Rule:
    def __init__(self, name, claim, check):
        self.name, self.claim, self.check = name, claim, check


def rule(name, claim):
    """Enters the function below into RULES. The claim is what the TAP line says."""
    def enter(check):
        assert name not in RULES, name
        RULES[name] = Rule(name, claim, check)
        return check
    return enter
