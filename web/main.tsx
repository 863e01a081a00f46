import './look/mantineStyles.ts';
import '../core/look/tokens.css';
import '../core/look/fonts.css';
import '../core/look/flame.css';
import './look/mantine.css';
import './look/past.css';
import './look/print.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../core/client/apiClient.ts';
import { takeUpFirst } from './url/firstAnswers.ts';
import { App } from './app/App.tsx';
import { askEarly } from './app/early.ts';
import { urlColorScheme } from './look/colorScheme.ts';
import { theme } from './look/theme.ts';
import { startKeepingFocus } from './ui/overlay/keepFocus.ts';
import { startTips } from './ui/overlay/tips.ts';
import { startPrinting } from './ui/onPaper.ts';
import { withoutPrefix } from './url/pathPrefix.ts';
import { parseUrl } from '../core/url/urlState.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A page on loopback works without any network.
      networkMode: 'always',
      staleTime: 1_000,
      gcTime: 10 * 60_000,
      // Waits for a server that restarts; shows an answered error at once.
      retry: (failures, error) => error instanceof ApiError && error.kind === 'network' && failures < 2,
      retryDelay: (failures) => 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const asked = parseUrl(withoutPrefix(window.location.pathname), window.location.search).theme;
takeUpFirst();
void askEarly(queryClient);
startTips();
startKeepingFocus();
startPrinting();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={urlColorScheme(asked)}>
      <QueryClientProvider client={queryClient}><App /></QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
