/** Names of ledger accounts as people know them: without the root, where that stays unmistakable. */

/** "Assets:Bank:招商" → "Bank:招商", but the full name where two roots hold the same. */
export function shortNames(accounts: Iterable<string>): (account: string) => string {
  const all = new Set(accounts);
  const owners = new Map<string, number>();
  for (const account of all)
    owners.set(withoutRoot(account), (owners.get(withoutRoot(account)) ?? 0) + 1);
  return (account) => {
    const short = withoutRoot(account);
    return owners.get(short) === 1 ? short : account;
  };
}

function withoutRoot(account: string): string {
  const at = account.indexOf(":");
  return at < 0 ? account : account.slice(at + 1);
}
