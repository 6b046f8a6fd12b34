/** No blank page: what went wrong in words, and a way on. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconMapQuestion } from "@tabler/icons-react";
import { Component, type ReactNode } from "react";
import { useWords } from "../words/words.ts";
import { Empty } from "./empty.tsx";

export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <PageError error={this.state.error} reset={() => this.setState({})} />;
  }
}

export function PageError({ error, reset }: { error: unknown; reset?: () => void }) {
  const words = useWords();
  const message = error instanceof Error ? error.message : String(error);
  // A part of the app that cannot be loaded is there again after a new deployment's reload.
  const retry = () => (/import|module/i.test(message) ? location.reload() : reset?.());
  return (
    <Empty
      icon={<IconAlertTriangle size={40} stroke={1.5} />}
      title={words.somethingWrong}
      hint={`${words.somethingWrongHint} (${message})`}
    >
      <Button onClick={retry}>{words.retry}</Button>
    </Empty>
  );
}

/** A failed read, in place of what it would have shown. */
export function ReadError({ error, retry }: { error: Error; retry: () => void }) {
  const words = useWords();
  return (
    <div className="read-error" role="alert">
      <IconAlertTriangle size={20} stroke={1.7} aria-hidden="true" />
      <span>{error.message}</span>
      <Button variant="light" size="sm" onClick={retry}>
        {words.retry}
      </Button>
    </div>
  );
}

export function PageMissing() {
  const words = useWords();
  return (
    <Empty icon={<IconMapQuestion size={40} stroke={1.5} />} title={words.pageMissing}>
      <Button component="a" href="/">
        {words.toOverview}
      </Button>
    </Empty>
  );
}
