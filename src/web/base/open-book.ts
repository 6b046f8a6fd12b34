/** Whose book is open and where its days are reckoned: known to every page below the shell. */
import { createContext, useContext } from "react";
import type { Day } from "../../ledger/calendar.ts";

export interface Book {
  userId: number;
  userName: string;
  zone: string;
  /** The day in the service's zone. */
  today: Day;
  version: string;
  /** How the service is entered. */
  signIn: "open" | "password" | "provider";
}

export const BookContext = createContext<Book | undefined>(undefined);

export function useBook(): Book {
  const book = useContext(BookContext);
  if (book === undefined) throw new Error("no book is open here");
  return book;
}
