/** Something to say, and what it is about: said before, it is not said again. */
export interface Line {
  keys: string[];
  text: string;
}
