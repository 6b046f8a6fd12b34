/** The app's frame: theme, server state, router, and the last line of defence against errors. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { listenToTabs } from "./api/change.ts";
import { ApiError, OfflineError } from "./api/client.ts";
import { useLocked, usePrivacy, watchPrivacy } from "./privacy/privacy.ts";
import { router } from "./routes.tsx";
import { useSettings } from "./settings.ts";
import { ErrorBoundary } from "./ui/error-boundary.tsx";
import { theme } from "./ui/theme.tsx";
import { Toasts } from "./ui/toast.tsx";
import { useWords } from "./words/words.ts";

const LockScreen = lazy(() => import("./privacy/lock-screen.tsx"));

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
  watchPrivacy();
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function App() {
  const { scheme, incomeColor, fontSize } = useSettings();
  const words = useWords();
  const { hidden } = usePrivacy();
  const isLocked = useLocked();
  const { dataset, style } = document.documentElement;
  dataset.income = incomeColor;
  style.fontSize = fontSize === 100 ? "" : `${fontSize}%`;
  return (
    <MantineProvider
      theme={theme}
      {...(scheme === "auto" ? { defaultColorScheme: "auto" } : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={client}>
        <ErrorBoundary>
          {/* Another language, and amounts that are hidden, are another tree: nothing of the old one is left. */}
          {isLocked ? (
            <Suspense>
              <LockScreen />
            </Suspense>
          ) : (
            <RouterProvider key={`${words.appName} ${hidden}`} router={router} />
          )}
        </ErrorBoundary>
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
