import type { Point } from '../judging/over-time.ts';
import { escaped } from './escaped.ts';

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly series: ReadonlyMap<string, readonly Point[]>;
}

const [width, height, left, bottom] = [640, 180, 50, 20] as const;

/** Lines over time as SVG, with a legend; nothing is fetched. What is 0 all the time is a sentence. */
export function chartOf({ title, unit, series }: Chart): string {
  const points = [...series.values()].flat();
  if (points.length === 0) {
    return '';
  }
  const most = Math.max(...points.map(({ value }) => value));
  if (most <= 0) {
    return `<p>${escaped(title)}: 0 all the time.</p>`;
  }
  const colourOf = (index: number): string => colour(index, series.size);
  const until = Math.max(1, ...points.map(({ at }) => at));
  const x = (at: number): string => (left + (at / until) * (width - left)).toFixed(1);
  const y = (value: number): string => ((1 - value / most) * (height - bottom)).toFixed(1);
  const lines = [...series.values()].map((line, index) => {
    const path = line.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
    return `<polyline points="${path}" fill="none" stroke="${colourOf(index)}" stroke-width="1.5"/>`;
  });
  const legend = [...series.keys()].map(
    (name, index) => `<span><i style="background:${colourOf(index)}"></i>${escaped(name)}</span>`,
  );
  return `<figure><figcaption>${escaped(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<text x="0" y="10">${most.toPrecision(3)} ${escaped(unit)}</text><text x="0" y="${height - bottom}">0</text>
<text x="${left}" y="${height - 4}">0 s</text><text x="${width}" y="${height - 4}" text-anchor="end">${until.toFixed(0)} s</text>
<line x1="${left}" y1="${height - bottom}" x2="${width}" y2="${height - bottom}" stroke="#999"/>
${lines.join('\n')}
</svg><div class="legend">${legend.join('')}</div></figure>`;
}

/** As many colours as there are lines, around the circle, in turn dark and light. */
function colour(index: number, count: number): string {
  return `hsl(${Math.round((index * 360) / count)} 75% ${index % 2 === 0 ? 35 : 50}%)`;
}
