/** The link of an invitation. Its code stands behind the #, which no browser sends, so that it is in no log. */

export function invitationLink(code: string): string {
  return `${location.origin}/#invitation=${code}`;
}

/** The code in an address, "" where there is none; links of before have it in their query. */
export function invitationIn({ hash, search }: Pick<Location, "hash" | "search">): string {
  const parts = [hash.replace(/^#/, ""), search];
  const codes = parts.map((part) => new URLSearchParams(part).get("invitation")?.trim());
  return codes.find(Boolean) ?? "";
}
