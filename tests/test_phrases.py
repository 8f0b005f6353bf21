"""The phrase files: every language says everything, none of it wrongly, and each number can be heard."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import cribboard
from cribboard.announcer import Announcer
from cribboard.language import Language, Names, Scores, Value, languages
from cribboard.phrase import Part
from cribboard.rules import PACK, Card, Options, score_hand
from cribboard.voice.repertoire import TABLES, repertoire

from .readback import LARGEST, numbers_in

FOLDER = Path(cribboard.__file__).parent / "phrases"
FILES = {code: tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8")) for code in languages()}
OTHERS = [code for code in languages() if code != "en"]
NUMBERS = {
    "points": 17, "score": 113, "count": 23, "total": 14, "size": 4, "number": 6, "tally": 3, "needed": 9, "n": 11,
    "wins": 8, "skunks": 5, "spread": 27,
}  # fmt: skip
"""A number for each brace that takes one, all of them different."""

OWN = {"numbers", "counters", "speech", "readings"}
"""Tables in which every language goes its own way."""

MISTRANSLATED = [
    "木球",
    "交易",
    "取引",
    "婴儿床",
    "摇篮",
    "床上的",
    "肋骨",
    "ベビーベッド",
    "预演",
    "戏剧",
    "去",
    "围棋",
    "挂",
    "Peg",
    "运行",
    "冲洗",
    "搭配",
    "他的高跟鞋",
    "彼のかかと",
    "彼のペン先",
    "他的诺普斯",
    "彼のノブ",
    "忽然间",
    "双人游戏",
    "お得な情報",
]
"""What machines make of peg, crib, play, go, run, flush, his heels, his nobs and lurched."""

TERMS = {
    "zh": {
        "events.deal_started": "坐庄", "events.hand_counted.crib": "底牌", "events.starter": "起始牌", "events.cut": "切",
        "play.fifteen": "得两分", "play.thirty_one": "得两分", "scored.last": "最后一张，得一分", "call.pair": "对子",
        "call.pair_royal": "三条", "call.double_pair_royal": "四条", "call.run": "顺子", "call.flush": "同花",
        "scored.heels": "翻出J，庄家两分", "call.nobs": "同花J", "call.nothing": "零分", "events.game_won": "胜出！",
        "events.game_won.skunk": "臭鼬", "events.game_won.double": "双臭鼬", "events.game_won.triple": "三臭鼬",
        "scored.muggins": "抢分", "helpers.level": "平分", "events.go": "过", "events.step_started.play": "出牌",
        "events.step_started.show": "亮牌",
    },
    "ja": {
        "events.deal_started": "ディーラー", "events.hand_counted.crib": "クリブ", "events.starter": "スターター",
        "play.fifteen": "で2点", "play.thirty_one": "で2点", "scored.last": "ラストカード、1点", "call.pair": "ペア",
        "call.pair_royal": "スリーカード", "call.double_pair_royal": "フォーカード", "call.run": "枚}のラン",
        "call.flush": "フラッシュ", "scored.heels": "ヒズ・ヒールズ、2点", "call.nobs": "ノブス", "call.nothing": "なし",
        "events.game_won": "あがり、ゲーム！", "events.game_won.skunk": "スコンク",
        "events.game_won.double": "ダブル・スコンク", "events.game_won.triple": "トリプル・スコンク",
        "scored.muggins": "マギンズ", "helpers.level": "同点", "events.go": "ゴー", "events.step_started.play": "プレイ",
        "events.step_started.show": "ショー",
    },
}  # fmt: skip
"""The words of the game, where they must be."""


def leaves(table: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Each text of a file with its key."""
    if isinstance(table, str):
        yield key, table
    elif isinstance(table, dict):
        for name, value in table.items():
            yield from leaves(value, f"{key}.{name}" if key else name)
    else:
        for place, value in enumerate(table):
            yield from leaves(value, f"{key}.{place}")


def phrases(code: str) -> dict[str, str]:
    return dict(leaves({name: table for name, table in FILES[code].items() if name not in OWN}))


def braces(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


@pytest.mark.parametrize("code", OTHERS)
def test_every_phrase_is_in_every_language(code: str) -> None:
    joins = {key.removesuffix(".shown").removesuffix(".spoken") for key in phrases("en")}
    assert {key.removesuffix(".shown").removesuffix(".spoken") for key in phrases(code)} == joins


@pytest.mark.parametrize("code", OTHERS)
def test_every_phrase_tells_the_same_in_every_language(code: str) -> None:
    there = phrases(code)
    differ = {
        key: there[key]
        for key, text in phrases("en").items()
        if key in there and braces(there[key]) != braces(text)
    }
    assert not differ


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_in_english(code: str) -> None:
    """But names of cards, and the one word that must be typed."""
    for key, text in phrases(code).items():
        plain = re.sub(r"\{.*?\}", "", text)
        assert not re.search("[a-z]", plain.replace("penalty", "")), key


@pytest.mark.parametrize("code", OTHERS)
def test_no_word_is_a_machine_s(code: str) -> None:
    for key, text in leaves(FILES[code]):
        assert not [word for word in MISTRANSLATED if word in text], f"{key} = {text}"


@pytest.mark.parametrize("code", OTHERS)
def test_the_words_of_the_game(code: str) -> None:
    there = phrases(code)
    wrong = {key: there[key] for key, term in TERMS[code].items() if term not in there[key]}
    assert not wrong


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("number", [1000, 1234, 98765, 1_000_000])
def test_a_number_beyond_the_rules_is_in_digits(code: str, number: int) -> None:
    assert Language(code).number(number) == str(number)
    assert str(number) in Language(code).number(-number)


@pytest.mark.parametrize("code", languages())
def test_numbers_are_told_apart(code: str) -> None:
    language = Language(code)
    written = [language.number(number) for number in range(LARGEST + 1)]
    spoken = list(map(language.reading, written))
    assert len(set(written)) == len(set(spoken)) == LARGEST + 1
    assert not [number for number in written if any(map(str.isdigit, number))]


@pytest.mark.parametrize(
    ("code", "number", "words"),
    [
        ("en", 0, "nothing"), ("en", 24, "twenty-four"), ("en", 40, "forty"), ("en", 100, "a hundred"),
        ("en", 107, "a hundred and seven"), ("en", 121, "a hundred and twenty-one"), ("en", 200, "two hundred"),
        ("en", -2, "minus two"), ("zh", 10, "十"), ("zh", 12, "十二"), ("zh", 20, "二十"), ("zh", 24, "二十四"),
        ("zh", 105, "一百零五"), ("zh", 110, "一百一十"), ("zh", 119, "一百一十九"), ("zh", 121, "一百二十一"),
        ("zh", 210, "二百一十"), ("zh", -2, "负二"), ("ja", 4, "よん"), ("ja", 24, "にじゅうよん"), ("ja", 9, "きゅう"),
        ("ja", 121, "ひゃくにじゅういち"), ("ja", 300, "さんびゃく"), ("ja", -2, "マイナスに"),
    ],
)  # fmt: skip
def test_how_a_number_is_said(code: str, number: int, words: str) -> None:
    assert Language(code).number(number) == words


@pytest.mark.parametrize(
    ("code", "counter", "number", "written", "spoken"),
    [
        ("en", "points", 1, "one point", "one point"), ("en", "points", 2, "two points", "two points"),
        ("en", "games", 21, "twenty-one games", "twenty-one games"),
        ("zh", "分", 1, "一分", "yi4 fen1"), ("zh", "分", 2, "两分", "liang3 fen1"),
        ("zh", "分", 12, "十二分", "shi2 er4 fen1"), ("zh", "分", 11, "十一分", "shi2 yi1 fen1"),
        ("zh", "张", 2, "两张", "liang3 zhang1"), ("ja", "点", 1, "いち点", "いってん"),
        ("ja", "点", 8, "はち点", "はってん"), ("ja", "点", 10, "じゅう点", "じゅってん"),
        ("ja", "点", 21, "にじゅういち点", "にじゅういってん"), ("ja", "枚", 3, "さん枚", "さんまい"),
        ("ja", "回", 6, "ろく回", "ろっかい"),
    ],
)  # fmt: skip
def test_a_number_agrees_with_what_it_counts(
    code: str, counter: str, number: int, written: str, spoken: str
) -> None:
    language = Language(code)
    assert language.counted(counter, number) == written
    assert language.reading(written) == spoken


@pytest.mark.parametrize(
    ("code", "text", "spoken"),
    [
        ("zh", "已取消，不计分", "yi3 qu3 xiao1 bu2 ji4 fen1"),
        ("zh", "本轮不再读牌", "ben3 lun2 bu2 zai4 du2 pai2"),
        ("zh", "没有牌组认得", "mei2 you3 pai2 zu3 ren4 de5"),
        ("zh", "一百零一", "yi4 bai3 ling2 yi1"),
        ("zh", "补喊“过”", "bu3 han3 guo4"),
        ("ja", "光ります。", "ひかります"),
        ("ja", "0点", "れいてん"),
        ("ja", "10点", "じゅってん"),
        ("ja", "遅れてゴー", "おくれてゴー"),
        ("ja", "5点足りません", "ごてんたりません"),
        ("ja", "各自で数えます", "かくじでかぞえます"),
        ("ja", "マギンズの誤り", "マギンズのあやまり"),
    ],
)
def test_how_words_are_read(code: str, text: str, spoken: str) -> None:
    assert Language(code).reading(text) == spoken


@pytest.mark.parametrize("code", languages())
def test_no_reading_has_room_around_it(code: str) -> None:
    """A reading that ends with its line would tear the word it begins."""
    readings = Language(code)._readings
    torn = {word for word, said in readings.items() if said.strip() != said and not said.isascii()}
    assert not torn


def test_two_in_digits_is_two_in_digits() -> None:
    """In Chinese two of something has a word of its own, but no digit."""
    (points,) = Language("zh").fill("{points:#分}", {"points": 2})
    assert points == Part("2分", "liang3 fen1", "number", name="两分")


def test_verbs_agree_with_a_side() -> None:
    english = Language("en")
    for names, said in ((("Ann",), "Ann has 7"), (("Ann", "Cyd"), "Ann & Cyd have 7")):
        parts = english.fill("{side} {side:has|have} {score:#}", {"side": Names(names), "score": 7})
        assert "".join(part.text for part in parts) == said


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("table", TABLES)
def test_each_phrase_reads_back_its_numbers(code: str, table: str) -> None:
    """What was put in is heard, beside the numbers that the phrase speaks of anyway."""
    language = Language(code)
    for key, template in FILES[code][table].items():
        fields = [field for _, field, _, _ in Formatter().parse(template) if field]
        numbers: dict[str, Value] = {field: NUMBERS[field] for field in fields if field in NUMBERS}
        put_in = [NUMBERS[field] for field in fields if field in NUMBERS]
        if "{scores:#}" in template:
            numbers["scores"] = Scores((121, 87))
            put_in += [121, 87]
        names = {field: Names(("_",)) for field in fields}
        parts = language.fill(template, names | numbers)
        anyway = numbers_in(code, re.sub(r"\{.*?\}", "_", template))
        heard = numbers_in(code, "".join(part.text for part in parts))
        assert sorted(heard) == sorted(anyway + put_in), key


@pytest.mark.parametrize("code", languages())
def test_whatever_is_spoken_can_be_read_by_the_voice(code: str) -> None:
    """Pinyin for the Chinese voice, kana for the Japanese one: they spell out what they can't read."""
    readable = {"en": "[a-zA-Z' -]+", "zh": "[a-z1-5 ]+", "ja": "[ぁ-んァ-ヶー ]+"}[code]
    parts = repertoire(Language(code), Options(players=4))
    unread = [
        part for part in parts if part.kind != "name" and not re.fullmatch(readable, part.spoken)
    ]
    assert not unread


@pytest.mark.parametrize("code", languages())
def test_every_card_has_a_name_of_its_own(code: str) -> None:
    language = Language(code)
    cards = [language.card(card) for card in PACK]
    assert len({card.text for card in cards}) == len({card.spoken for card in cards}) == 52


@pytest.mark.parametrize(
    ("code", "hand", "starter", "call"),
    [
        ("en", "5H 5D 6S 9C", "KC", "fifteen two, fifteen four, fifteen six, and a pair is eight"),
        ("en", "QH KD AS 2C", "9H", "nineteen"),
        ("zh", "5H 5D 6S 9C", "KC", "十五，两分；十五，四分；十五，六分；对子，八分"),
        ("zh", "2H 4S JH 8C", "KH", "同花J，一分"),
        ("zh", "KH KS KC QD", "JH", "三条，六分；三张顺子，九分；三张顺子，十二分；三张顺子，十五分"),
        ("zh", "QH KD AS 2C", "9H", "零分"),
        ("ja", "5H 5D 6S 9C", "KC", "15で2点、15で4点、15で6点、ペアで8点"),
        ("ja", "2H 4S JH 8C", "KH", "ヒズ・ノブスで1点"),
        ("ja", "2H 4H 6H 8H", "KS", "4枚のフラッシュで4点"),
        ("ja", "QH KD AS 2C", "9H", "なし、0点"),
    ],
)  # fmt: skip
def test_how_a_hand_is_called(code: str, hand: str, starter: str, call: str) -> None:
    score = score_hand([Card.parse(card) for card in hand.split()], Card.parse(starter))
    assert Announcer(code).call(score.items) == call
