// Plots, drawn as SVG in the colours of the page. Each has its numbers in words beside it.

import { svg } from "./dom.js";

const WIDTH = 640;

/** Bars side by side: `rows` of {name, value, text}; all from zero to the greatest. */
export function bars(title, rows, most = Math.max(...rows.map(({ value }) => value), 1)) {
  const drawing = plot(title, rows.length * 58);
  rows.forEach(({ name, value, text, kind }, place) => {
    const y = 28 + place * 58;
    const length = ((WIDTH - 80) * value) / most;
    drawing.append(
      label(0, y - 7, name),
      svg("rect", { x: 0, y, width: Math.max(length, 1), height: 22, rx: 4, class: `bar ${kind}` }),
      label(length + 8, y + 18, text),
    );
  });
  return drawing;
}

/** Scores over steps: a line a side. `lines` are of {kind, values}; `at` marks a step, `onpick` is told of a touched one. */
export function race(title, lines, target, at, onpick) {
  const [height, left, bottom] = [220, 36, 20];
  const steps = Math.max(lines[0].values.length - 1, 1);
  const x = (step) => left + ((WIDTH - left - 10) * step) / steps;
  const y = (score) => 10 + (height - 10 - bottom) * (1 - score / target);
  const drawing = plot(title, height);
  for (let score = 0; score <= target; score += 30) {
    drawing.append(svg("path", { d: `M${left} ${y(score)}H${WIDTH - 10}`, class: "grid" }), label(left - 6, y(score) + 4, String(score), "end"));
  }
  for (const { kind, values } of lines) {
    const d = values.map((value, step) => `${step ? "H" + x(step) + "V" + y(value) : `M${x(0)} ${y(value)}`}`).join("");
    drawing.append(svg("path", { d, class: `line ${kind}` }));
  }
  if (at !== undefined) {
    drawing.append(svg("path", { d: `M${x(at)} 6V${height - bottom}`, class: "cursor" }));
    for (const { kind, values } of lines) drawing.append(svg("circle", { cx: x(at), cy: y(values[at]), r: 5, class: `dot ${kind}` }));
  }
  if (onpick)
    drawing.addEventListener("click", ({ clientX }) => {
      const box = drawing.getBoundingClientRect();
      const step = ((((clientX - box.left) / box.width) * WIDTH - left) / (WIDTH - left - 10)) * steps;
      onpick(Math.min(steps, Math.max(0, Math.round(step))));
    });
  return drawing;
}

/** Columns up and down from a middle line, by who they are for: `values` of {value, kind, text}. */
export function margins(title, values) {
  const height = 150;
  const most = Math.max(...values.map(({ value }) => Math.abs(value)), 1);
  const drawing = plot(title, height);
  const each = Math.min((WIDTH - 20) / values.length, 36);
  drawing.append(svg("path", { d: `M10 ${height / 2}H${WIDTH - 10}`, class: "grid" }));
  values.forEach(({ value, kind, text }, place) => {
    const length = (Math.abs(value) / most) * (height / 2 - 22);
    const x = 10 + place * each;
    const up = value > 0;
    drawing.append(svg("rect", { x: x + 2, y: up ? height / 2 - length : height / 2, width: Math.max(each - 4, 2), height: Math.max(length, 1), rx: 3, class: `bar ${kind}` }));
    if (each >= 24) drawing.append(label(x + each / 2, up ? height / 2 - length - 5 : height / 2 + length + 14, text, "middle"));
  });
  return drawing;
}

function plot(title, height) {
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "plot", role: "img", "aria-label": title });
}

function label(x, y, text, anchor = "start") {
  return svg("text", { x, y, "text-anchor": anchor }, text);
}
