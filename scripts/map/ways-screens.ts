import { file, from, handed, sent, step, taken, type Way } from './way.ts'

const CHANGES = 'dashboard/changes.ts'
const WIDGETS = 'dashboard/widgets.service.ts'
const QUERIES = 'features/auth/qr.queries.ts'
const QR_ROUTES = 'auth/qr.routes.ts'
const LIVE_API = 'components/widget/live-widget-api.ts'
const UPSTREAM = 'widget-data/upstream.ts'
const SOURCES = 'widget-data/sources.service.ts'
const BEGIN = 'app/display-screen/pairing.queries.ts'
const SCREEN_ROUTES = 'displays/display-screen.routes.ts'
const DISPLAY = 'app/display-screen.tsx'
const PAIRED = 'app/display-screen/paired.tsx'

const display: Way = {
  title: 'A display, from its code to its pages',
  steps: [
    step('app/display-screen/pairing.tsx', 'Pairing', 'shows a code on a screen that is not paired'),
    step(BEGIN, 'codeQuery', 'asks for the code, and `codeStatusQuery` for its status'),
    step(SCREEN_ROUTES, 'displayScreenRoutes', 'mounts both calls', sent('displayScreen.begin')),
    step('displays/screen-pairing.ts', 'begin', 'stores the code'),
    step('displays/codes.repo.ts', 'insert', 'has the SQL'),
    step(
      'displays/pairing.ts',
      'pair',
      'makes the screen a display, when its owner types the code',
      taken('DisplayCodesRepo'),
    ),
    from(SCREEN_ROUTES, step('displays/screen-pairing.ts', 'status', 'gives the screen its credential, once')),
    from('app/display-screen/pairing.tsx', step('app/display-screen/own-display.ts', 'becomeDisplay', 'keeps it')),
    step(
      DISPLAY,
      'start',
      'starts the program of a display, and asks for playlist and pages',
      taken('ownDisplayQuery'),
    ),
    from(
      'app/display-screen/own-display.ts',
      step(SCREEN_ROUTES, 'displayScreenRoutes', 'mounts the call for the playlist', sent('displayScreen.self')),
    ),
    step('displays/screens.ts', 'self', 'reads it'),
    from(DISPLAY, step('features/boards/boards.queries.ts', 'pagesQuery', 'asks for the pages')),
    step(
      'dashboard/dashboard.routes.ts',
      'dashboardRoutes',
      'mounts the call; access is checked as in the first way',
      sent('dashboard.list'),
    ),
    step('dashboard/pages.service.ts', 'list', 'lists the pages; to a display only those that it shows'),
    from(DISPLAY, step('app/display-screen/display-root.tsx', 'DisplayRoot', 'draws')),
    step(PAIRED, 'Paired', 'lets one screen at a time show them, by its reports'),
    step('app/display-screen/wall.tsx', 'Wall', 'chooses the page of the moment'),
    step('app/display-screen/slides.tsx', 'Slides', 'draws it, and the next one behind it'),
  ],
}

const configuration: Way = {
  title: "A widget's configuration",
  steps: [
    step('features/boards/editor/page-editor.tsx', 'PageEditor', 'is the editor of a page'),
    step(
      'features/boards/editor/widget-config-dialog.tsx',
      'WidgetConfigDialog',
      "asks for values by the module's schema",
    ),
    from(
      'features/boards/editor/page-editor.tsx',
      step('features/boards/editor/use-board.ts', 'edit', 'shows the edit at once'),
    ),
    step('features/boards/boards.queries.ts', 'saveEdit', 'makes the call'),
    step('dashboard/dashboard.routes.ts', 'dashboardRoutes', 'mounts it', sent('dashboard.editModule')),
    step(WIDGETS, 'configure', 'applies the rule'),
    step('dashboard/widget-configs.ts', 'accept', 'checks the values and seals the secrets'),
    from(WIDGETS, step(CHANGES, 'ofPage', 'changes a page, all or nothing, one change at a time')),
    from(WIDGETS, step('dashboard/widgets.repo.ts', 'configure', 'has the SQL', handed('compose/repos.ts'))),
    from(CHANGES, step('events/live.ts', 'emit', "publishes it to the owner's screens")),
    from(
      'features/boards/editor/page-editor.tsx',
      step('features/boards/editor/grid-editor.tsx', 'GridEditor', 'draws the page'),
    ),
    step('features/boards/editor/grid-tile.tsx', 'GridTile', "draws the widget's place"),
    step('features/boards/editor/tile-content.tsx', 'TileContent', 'draws its content'),
    step('components/widget/widget.tsx', 'Widget', 'runs one module'),
    step('components/widget/host.ts', 'createWidgetHost', 'gives it its configuration (`useConfig`)'),
  ],
}

const moduleData: Way = {
  title: "A module's request, and its data",
  about:
    'A request of its manifest is made once. The data of its server half stay: one upstream for all that watch the same.',
  steps: [
    step('module-sdk/src/hooks.ts', 'useRequest', 'asks, in a widget'),
    step('module-sdk/src/host.ts', 'HostContext', 'is where a widget finds its host'),
    step('components/widget/host.ts', 'createWidgetHost', 'is that host', taken('Host')),
    step(
      LIVE_API,
      'liveWidgetApi',
      'answers it; a packaged module asks through `components/widget/frame-link.ts`',
      taken('CreateWidgetApi'),
    ),
    step('widget-data/requests.routes.ts', 'moduleRequestsRoutes', 'mounts the call', sent('moduleRequests.send')),
    step('widget-data/requests.service.ts', 'send', 'fills in the request that the manifest declares'),
    step('net/outbound.ts', 'request', 'makes the request, if the guard lets it'),
    from(LIVE_API, step('components/widget/source-view.ts', 'watchData', 'is what `useData` reads')),
    step('widget-data/sources.routes.ts', 'sourcesRoutes', 'mounts the call', sent('moduleSources.read')),
    step(SOURCES, 'watch', "finds the module's source"),
    step('widget-data/upstreams.ts', 'watch', 'joins all that watch the same'),
    step(UPSTREAM, 'start', "runs the module's server half, such as `modules/weather/server.ts`"),
    from(SOURCES, step('widget-data/source-tools.ts', 'createSourceTools', 'makes the tools that it may use')),
    step('widget-data/source-net.ts', 'createSourceNet', 'makes its requests, by `net/outbound.ts` too'),
    from(
      'widget-data/upstreams.ts',
      step('events/live.ts', 'emit', 'publishes its state', handed('compose/modules.ts')),
    ),
    from(
      'components/widget/source-view.ts',
      step('components/widget/source-events.ts', 'DATA_KEY', 'names the cached data, which `applyToSources` changes'),
    ),
  ],
}

const qrSignIn: Way = {
  title: 'Sign-in by QR code',
  about: 'Device A shows a code. Device B approves it by a password, and gets a session of its own.',
  steps: [
    step('features/auth/qr-login-view.tsx', 'QrLoginView', 'asks for a code, on device A'),
    step(QUERIES, 'qrCodeQuery', 'makes the call; `qrStatusQuery` asks for the status every two seconds'),
    step(QR_ROUTES, 'qrRoutes', 'mounts all four calls', sent('qr.generate')),
    step('auth/qr.service.ts', 'generate', 'makes the code'),
    from(QUERIES, step('features/auth/qr-device-page.tsx', 'QrDevicePage', 'opens on device B', taken('qrScanQuery'))),
    step('features/auth/qr-device-form.tsx', 'QrDeviceForm', 'asks for the password'),
    step(QUERIES, 'authenticateQr', 'sends it'),
    step(QR_ROUTES, 'qrRoutes', 'mounts it', sent('qr.authenticate')),
    step('auth/qr-approval.ts', 'authenticate', 'approves the code, if the password is right'),
    step('auth/sign-in.ts', 'enter', 'checks the password; guesses have a budget'),
    step('auth/letting-in.ts', 'createLettingIn', 'opens a session for device B'),
    from(QR_ROUTES, step('auth/qr-release.ts', 'status', 'answers device A, with a session once the code is approved')),
    from(
      QUERIES,
      step('features/auth/qr-login-code.tsx', 'QrLoginCode', 'takes it, on device A', taken('qrStatusQuery')),
    ),
    step('lib/session/session.ts', 'signIn', 'keeps it'),
  ],
}

export const screenWays: Way[] = [display, configuration, moduleData, qrSignIn]

/** The first paint of a screen, which has a page of its own in the documentation. */
export const paintWays: Way[] = [
  {
    title: 'A page, from the build to the browser',
    steps: [
      step('screens.ts', 'screens', 'lists the files of each address, and its first requests'),
      step('screen-pages.plugin.ts', 'screenPages', 'writes a page for each', taken('screens')),
      step('drawn-pages.ts', 'draw', 'draws the frames and the sign-in form'),
      step('app/drawn/draw.tsx', 'frameAt', 'has the components of both', file('src/app/drawn/draw.tsx')),
      from(
        'screen-pages.plugin.ts',
        step(
          'client/screen-pages.ts',
          'createScreenPages',
          'finds the page of an address, in the server',
          file('screens.json'),
        ),
      ),
      step('client/client.routes.ts', 'clientRoutes', 'sends it', taken('createScreenPages')),
      step('client/page-additions.ts', 'withAdditions', 'adds the notice of the installation'),
    ],
  },
  {
    title: 'A screen, from its page to its data',
    steps: [
      step('main.tsx', 'root', 'is in the script that every page begins with'),
      step('app/entry.ts', 'loadEntry', 'chooses the program of the address'),
      step('app/sign-in.tsx', 'start', 'starts the sign-in form, in place of the drawn one'),
      from('app/entry.ts', step('app/display.tsx', 'start', 'starts the pages on a wall, for a person')),
      from('app/entry.ts', step('app/display-screen.tsx', 'start', 'starts a screen that is a display itself')),
      from('app/entry.ts', step('app/program.tsx', 'start', 'starts all other screens')),
      step('app/router.tsx', 'createRoutes', 'finds the screen of the address'),
      step('app/routes/users.ts', 'usersRoute', 'names page and queries of a screen'),
      step('app/screen.ts', 'screen', 'begins the queries with the navigation; nobody waits for them'),
      from('app/routes/users.ts', step('lib/session/accounts.ts', 'usersQuery', 'is such a query')),
      step('lib/calls/api.ts', 'call', 'makes the call'),
      step('lib/calls/request.ts', 'send', 'sends it, unless the page has done so'),
      step('lib/calls/early-reads.ts', 'takeEarlyRead', 'takes over what `early-reads.js` asked for'),
    ],
  },
]
