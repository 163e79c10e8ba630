"""The style rule about prose: how sentences of the documents begin, which words they avoid, how long they are."""
import re

from rulebook import rule

DOCUMENT = re.compile(r"README\.md|CONTRIBUTING\.md|analysis/FINDINGS\.md|data/manual/[^/]+\.md")
MOST_WORDS = 30     # of a sentence
NO_PROSE = re.compile(r"^```.*?^```|^(?:    |\||#|<!--|!\[)[^\n]*", re.M | re.S)    # code, tables, headings, pictures
ITEM = r"\s*(?:[-*]|\d+\.) "
END = re.compile(r"\n\s*\n|\n(?=%s)|(?<=[.!?:;])\**\s+(?=[A-Z*\"]|floorlab\b)|\s*\Z" % ITEM)
OPENING = re.compile(r"\W*(Of|That|Whether|What)\b")
AVOIDED = re.compile(r"\b(is no(?! longer)|(?:is|are) told|stands?(?!-)|anew|ships?)\b")


def blank(match, instead=""):
    """The replacement with the line ends of what it replaces, so that line numbers stay."""
    return instead + "\n" * match.group().count("\n")


def sentences(text):
    """(line, sentence) for each sentence, list item and rest of a paragraph. Code within a sentence counts as one word, X."""
    text = NO_PROSE.sub(blank, text)
    text = re.sub(r"`[^`]+`", lambda code: blank(code, "X"), text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    begin = 0
    for end in END.finditer(text):
        sentence = re.sub("^" + ITEM, "", text[begin:end.start()]).rstrip()
        yield text.count("\n", 0, end.start()) - sentence.lstrip().count("\n") + 1, " ".join(sentence.split())
        begin = end.end()


@rule("sentences", "sentences of the documents begin with their subject, in plain words, at most %d of them" % MOST_WORDS)
def prose(tree):
    for path in filter(DOCUMENT.fullmatch, tree.files):
        for line, sentence in sentences(tree.read(path)):
            opening, word, length = OPENING.match(sentence), AVOIDED.search(sentence), len(sentence.split())
            if opening and not sentence.endswith("?"):
                yield path, line, "begin with the subject, not with '%s': %s" % (opening.group(1), sentence[:60])
            if word:
                yield path, line, "say it without '%s': %s" % (word.group(), sentence[:60])
            if length > MOST_WORDS:
                yield path, line, "split the sentence (%d words): %s" % (length, sentence[:60])
