/** The file that was sent last: it is sent again when its columns have been named. */
let lastFile: File | undefined;

export function rememberFile(file: File): void {
  lastFile = file;
}

export function lastFileNamed(name: string): File | undefined {
  return lastFile?.name === name ? lastFile : undefined;
}
