/** Text as it is read: full-width letters, digits and marks become the plain ones, character for character. */

/** "３２．５￥" → "32.5¥". The length stays the same, so that positions hold in both. */
export function plainText(text: string): string {
  return text.replace(/[\uFF01-\uFF5E\u3000\uFFE5\u2212\u2013\u00A0]/g, (character) => {
    if (character === "\uFFE5") return "¥";
    if (character === "\u3000" || character === "\u00A0") return " ";
    if (character === "\u2212" || character === "\u2013") return "-";
    return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
  });
}
