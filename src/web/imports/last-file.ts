/** The file that was sent last, with what was said about it: it is sent again under another reading. */
let last: SentFile | undefined;

export interface SentFile {
  file: File;
  /** The fields of its upload: a password, an order of dates. */
  fields: Record<string, string>;
}

export function rememberFile(file: File, fields: Record<string, string>): void {
  last = { file, fields };
}

export function lastFileNamed(name: string): SentFile | undefined {
  return last?.file.name === name ? last : undefined;
}
