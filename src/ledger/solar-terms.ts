/**
 * The twenty-four solar terms (节气): the days on which the sun's longitude passes a multiple of 15°, as
 * China's calendar has them, at UTC+8. From the leading terms of the theory VSOP87 with nutation and
 * aberration; good to about a minute, which names every day of 1952 to 2083 right. Pure.
 */
import { type Day, shiftDay } from "./calendar.ts";

/** Each from the one at longitude 0°, the equinox of March. */
const NAMES =
  "春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至 小寒 大寒 立春 雨水 惊蛰".split(
    " ",
  );

/** Amplitude, phase and frequency in millennia, of the earth's longitude in 1e-8 radians. */
type Term = readonly [number, number, number];
const STEADY: Term[] = [
  [175347046, 0, 0],
  [3341656, 4.6692568, 6283.07585],
  [34894, 4.6261, 12566.1517],
  [3497, 2.7441, 5753.3849],
  [3418, 2.8289, 3.5231],
  [3136, 3.6277, 77713.7715],
  [2676, 4.4181, 7860.4194],
  [2343, 6.1352, 3930.2097],
  [1324, 0.7425, 11506.7698],
  [1273, 2.0371, 529.691],
  [1199, 1.1096, 1577.3435],
  [990, 5.233, 5884.927],
  [902, 2.045, 26.298],
  [857, 3.508, 398.149],
  [780, 1.179, 5223.694],
  [753, 2.533, 5507.553],
  [505, 4.583, 18849.228],
  [492, 4.205, 775.523],
  [357, 2.92, 0.067],
  [317, 5.849, 11790.629],
  [284, 1.899, 796.298],
  [271, 0.315, 10977.079],
  [243, 0.345, 5486.778],
  [206, 4.806, 2544.314],
  [205, 1.869, 5573.143],
  [202, 2.458, 6069.777],
];
const GROWING: Term[] = [
  [628331966747, 0, 0],
  [206059, 2.678235, 6283.07585],
  [4303, 2.6351, 12566.1517],
  [425, 1.59, 3.523],
];
const SQUARED: Term[] = [
  [52919, 0, 0],
  [8720, 1.0721, 6283.0758],
];

const DAY_MS = 86_400_000;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const CHINA_MS = 8 * 3_600_000;
const ARC_SECOND = Math.PI / 180 / 3600;

/** How far the even time of the theory is ahead of the clocks' in these years, on the average. */
const AHEAD_MS = 66_000;

/** The name of the term that falls on the day; undefined on the others. */
export function solarTerm(day: Day): string | undefined {
  const before = fifteenths(startInChina(day));
  const after = fifteenths(startInChina(shiftDay(day, 1)));
  return Math.floor(before) === Math.floor(after)
    ? undefined
    : NAMES[((Math.floor(after) % 24) + 24) % 24];
}

function startInChina(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - CHINA_MS;
}

/** The sun's apparent longitude at an instant, in multiples of 15° since some equinox. */
function fifteenths(ms: number): number {
  const t = (ms + AHEAD_MS - J2000_MS) / DAY_MS / 365_250;
  const heliocentric = (sum(STEADY, t) + sum(GROWING, t) * t + sum(SQUARED, t) * t * t) * 1e-8;
  const node = 2.18244 - 337.5704 * t;
  const nutation = -17.2 * Math.sin(node) - 1.32 * Math.sin(2 * heliocentric);
  const aberration = -20.4955 * (1 + 0.0167 * Math.cos(heliocentric - 1.7968));
  const apparent = heliocentric + Math.PI + (nutation + aberration - 0.0903) * ARC_SECOND;
  return (apparent * 12) / Math.PI;
}

function sum(terms: Term[], t: number): number {
  let total = 0;
  for (const [size, phase, speed] of terms) total += size * Math.cos(phase + speed * t);
  return total;
}
