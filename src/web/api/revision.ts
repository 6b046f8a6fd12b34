/**
 * Which changes of the book this page knows of already: those that it has made itself, once it has
 * read the book after them. What the service says of these is no news.
 */
let answered = 0;
let read = 0;

/** Keeps the revision that a write's answer names. */
export function noteRevision(headers: Headers): void {
  answered = Math.max(answered, Number(headers.get("book-revision") ?? 0));
}

/** The book is being read again: whatever has been answered so far will be in it. */
export function readUpToHere(): void {
  read = answered;
}

export function isKnown(revision: number): boolean {
  return revision <= read;
}

/** Another book counts its revisions again. */
export function forgetRevisions(): void {
  answered = 0;
  read = 0;
}
