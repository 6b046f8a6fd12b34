/** The app's frame: theme, server state, router, and the last line of defence against errors. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { listenToTabs } from "./api/change.ts";
import { ApiError, OfflineError } from "./api/client.ts";
import { startOutbox } from "./api/outbox.ts";
import { ErrorBoundary } from "./parts/error-boundary.tsx";
import { router } from "./routes.tsx";
import { useSettings } from "./settings.ts";
import { theme } from "./theme.tsx";
import { Toasts } from "./toast.tsx";
import { useWords } from "./words/words.ts";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A cheap "unchanged" answers most of these; what is seen stays on screen meanwhile.
      staleTime: 2_000,
      gcTime: 30 * 60_000,
      networkMode: "always",
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      retryDelay: (count, error) => (error instanceof OfflineError ? 400 : 500 * 2 ** count),
      refetchOnWindowFocus: "always",
    },
  },
});

export function render(element: HTMLElement): void {
  listenToTabs(client);
  startOutbox(client);
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function App() {
  const { scheme, incomeColor } = useSettings();
  const words = useWords();
  document.documentElement.dataset.income = incomeColor;
  return (
    <MantineProvider
      theme={theme}
      {...(scheme === "auto" ? { defaultColorScheme: "auto" } : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={client}>
        <ErrorBoundary>
          {/* Another language is another tree: nothing is left in the old one. */}
          <RouterProvider key={words.appName} router={router} />
        </ErrorBoundary>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
