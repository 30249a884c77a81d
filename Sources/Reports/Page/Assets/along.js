// A figure along an axis of numbers.

import { spacing } from '/spacing.js';
import { line, svg } from '/text.js';

const palette = ['--response', '--sharing', '--window', '--name', '--recovery', '--request'];

// Draws each row of points, `{name, points: [{number, value, title}]}`. `drawn` is an empty chart, and `y` places a value.
export function along(drawn, rows, y, [from, to]) {
  const numbers = rows.flatMap((row) => row.points.map((point) => point.number));
  const place = spacing(numbers) === 'log' ? Math.log : (number) => number;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map(place);
  const x = (number) => (from + ((place(number) - least) / (most - least)) * (to - from)).toFixed(1);
  rows.forEach((row, index) => {
    const colour = `var(${palette[index % palette.length]})`;
    const path = svg('polyline', {
      class: 'line', points: row.points.map((point) => `${x(point.number)},${y(point.value).toFixed(1)}`).join(' '),
    });
    path.style.stroke = colour;
    drawn.append(path);
    for (const point of row.points) {
      const dot = svg('circle', { cx: x(point.number), cy: y(point.value).toFixed(1), r: 4 });
      dot.style.fill = colour;
      const words = svg('title');
      words.textContent = line(point.title);
      dot.append(words);
      drawn.append(dot);
    }
    const last = row.points[row.points.length - 1];
    drawn.words(Number(x(last.number)) + 8, y(last.value) + 4, row.name);
  });
  return drawn;
}
