/** Tags of other programs, which stand in the description: "午餐 #工作日". */

/** The text with the tags behind it that it doesn't hold yet. */
export function withTags(text: string, tags: readonly string[]): string {
  const marks = tags
    .map((tag) => tag.trim().replace(/^#/, ""))
    .filter((tag) => tag !== "" && !text.includes(`#${tag}`))
    .map((tag) => `#${tag}`);
  return [text, ...marks].filter((part) => part !== "").join(" ");
}
