"""The colours of the sides."""

from __future__ import annotations

from cribboard.board.palette import RED, SIDES, WHITE


def test_colours_stay_apart_for_every_kind_of_sight():
    """CIE76 distances under Machado's (2009) matrices for the colour-blind: none below 25 of a hundred."""
    sights = {
        "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protan": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deutan": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritan": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
    to_xyz = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))

    def times(matrix, vector):
        return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]

    def lab(colour, sight):
        seen = [min(max(v, 0), 1) for v in times(sights[sight], [v / 255 for v in colour])]
        x, y, z = (
            t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in times(to_xyz, seen)
        )
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    colours = [*SIDES, RED, WHITE]
    for sight in sights:
        labs = [lab(colour, sight) for colour in colours]
        for place, one in enumerate(labs):
            for other in labs[:place]:
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 25
