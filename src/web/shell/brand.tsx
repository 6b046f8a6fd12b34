import { useWords } from "../words/words.ts";
import { Logo } from "./navigation.tsx";
import "./start.css";

/** The name over what stands before a book. */
export function Brand() {
  const words = useWords();
  return (
    <div className="start-brand">
      <Logo size={64} />
      <h1>{words.appName}</h1>
      <p>{words.slogan}</p>
    </div>
  );
}
