import { Dialog } from "../ui/dialog.tsx";
import { useWords } from "../words/words.ts";

/** Which keys do what. */
export default function ShortcutsHelp({ close }: { close: () => void }) {
  const words = useWords();
  const keys: [string, string][] = [
    ["N", words.shortcutNew],
    ["/", words.shortcutSearch],
    ["↑ ↓", words.shortcutMove],
    ["Enter", words.shortcutOpen],
    ["R", words.saveAndNew],
    ["T", words.refund],
    ["Del", words.remove],
    ["X", words.shortcutChoose],
    ["Shift ↑ ↓", words.shortcutChooseMany],
    ["C S E", words.shortcutPlan],
    ["Esc", words.shortcutClose],
    ["1 – 0", words.shortcutGo],
    ["?", words.shortcutHelp],
  ];
  return (
    <Dialog opened onClose={close} title={words.keyboard}>
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
