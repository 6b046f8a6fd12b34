import "@mantine/core/styles/global.css";
import "./mantine.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/records.css";
import "./styles/entry.css";
import "./styles/pages.css";
import "./styles/tight.css";
import "./styles/print.css";
// The shared styles come first: a component's own, beside it, stand after them.
import { render } from "./app.tsx";
import { loadWords } from "./words/words.ts";

// The service worker only where the origin allows one; on plain http the app is whole without it.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}

await loadWords().catch(() => {});
render(document.getElementById("root") as HTMLElement);
