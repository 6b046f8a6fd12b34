/** Files that the browser saves on this device. */

/** Saves what is at an address under a name. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
