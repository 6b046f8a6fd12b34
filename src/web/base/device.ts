/** A device as a person knows it, from what its browser says of itself. */

const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger/, "微信"],
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Headless)?(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** "Mozilla/5.0 (iPhone; …) … Safari/604.1" → "Safari · iPhone"; a name of another kind stays. */
export function deviceName(text: string): string {
  if (!text.startsWith("Mozilla/")) return text;
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(" · ") || text;
}
