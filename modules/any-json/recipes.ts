export type Show = 'Number' | 'List' | 'Table' | 'Chart'
/** One value of an answer: its path, and its form on the widget. */
export type Value = { label: string; path: string; unit: string; decimals: number | undefined }

/** A service: its address, with `{}` for the person's part, and the shown values of its answer. */
export type Recipe = {
  id: string
  name: string
  address: string
  /** Label of the part that the person fills in: a noun with an example. */
  part: string
  /** Default of that part. */
  defaultPart?: string
  header?: string
  show: Show
  values: readonly Value[]
}

const value = (label: string, path: string, unit = '', decimals?: number): Value => ({ label, path, unit, decimals })

/** The services that the form offers, each by its documented API. */
export const recipes: readonly Recipe[] = [
  {
    id: 'transitous',
    name: 'Departures',
    address: 'https://api.transitous.org/api/v1/stoptimes?stopId={}&n=20',
    part: 'the ID of a stop, as in the address of its page on transitous.org',
    show: 'Table',
    values: [
      value('Line', 'stopTimes[].routeShortName'),
      value('To', 'stopTimes[].headsign'),
      value('At', 'stopTimes[].place.departure'),
    ],
  },
  {
    id: 'pi-hole',
    name: 'Pi-hole',
    address: 'http://{}/api/stats/summary',
    part: 'the host of Pi-hole 6, such as pi.hole',
    header: 'X-FTL-SID',
    show: 'Number',
    values: [
      value('Blocked', 'queries.percent_blocked', '%', 1),
      value('Queries', 'queries.total'),
      value('Blocked queries', 'queries.blocked'),
      value('Clients', 'clients.active'),
    ],
  },
  {
    id: 'adguard',
    name: 'AdGuard Home',
    address: 'http://{}/control/stats',
    part: 'the host of AdGuard Home, such as 192.168.1.2:3000',
    header: 'Authorization',
    show: 'List',
    values: [
      value('Queries', 'num_dns_queries'),
      value('Blocked', 'num_blocked_filtering'),
      value('Time for an answer', 'avg_processing_time', 's', 3),
    ],
  },
  {
    id: 'proxmox',
    name: 'Proxmox',
    address: 'https://{}/api2/json/cluster/resources?type=vm',
    part: 'the host of Proxmox VE, such as pve.example.org:8006',
    header: 'Authorization',
    show: 'Table',
    values: [value('Guest', 'data[].name'), value('State', 'data[].status'), value('Memory', 'data[].mem', 'B')],
  },
  {
    id: 'jellyfin',
    name: 'Jellyfin',
    address: 'http://{}/Sessions?activeWithinSeconds=600',
    part: 'the host of Jellyfin, such as 192.168.1.2:8096',
    header: 'X-Emby-Token',
    show: 'Table',
    values: [value('Who', '[].UserName'), value('Plays', '[].NowPlayingItem.Name'), value('On', '[].DeviceName')],
  },
  {
    id: 'qbittorrent',
    name: 'qBittorrent',
    address: 'http://{}/api/v2/transfer/info',
    part: 'the host of qBittorrent, such as 192.168.1.2:8080',
    show: 'List',
    values: [
      value('Down', 'dl_info_speed', 'B/s'),
      value('Up', 'up_info_speed', 'B/s'),
      value('Down, in all', 'dl_info_data', 'B'),
      value('Up, in all', 'up_info_data', 'B'),
    ],
  },
  {
    id: 'github',
    name: 'GitHub',
    address: 'https://api.github.com/repos/{}',
    part: 'a repository, such as octocat/hello-world',
    header: 'Authorization',
    show: 'Number',
    values: [
      value('Stars', 'stargazers_count'),
      value('Forks', 'forks_count'),
      value('Open issues', 'open_issues_count'),
    ],
  },
  {
    id: 'currency',
    name: 'Exchange rates',
    address: 'https://api.frankfurter.dev/v1/latest?base={}',
    part: 'a currency, such as EUR',
    defaultPart: 'EUR',
    show: 'List',
    values: ['USD', 'GBP', 'CHF', 'JPY'].map((code) => value(code, `rates.${code}`, '', 4)),
  },
  {
    id: 'power-price',
    name: 'Power price',
    address: 'https://api.energy-charts.info/price?bzn={}',
    part: 'a bidding zone, such as ES or DE-LU',
    show: 'Chart',
    values: [value('Power price, today', 'price[]', '€/MWh', 2)],
  },
  {
    id: 'air-quality',
    name: 'Air quality',
    address:
      'https://air-quality-api.open-meteo.com/v1/air-quality?latitude={}&longitude={}&current=european_aqi,pm10,pm2_5,ozone',
    part: 'latitude and longitude, such as 40.42, -3.70',
    show: 'Number',
    values: [
      value('European index', 'current.european_aqi', '', 0),
      value('PM2.5', 'current.pm2_5', 'µg/m³', 1),
      value('PM10', 'current.pm10', 'µg/m³', 1),
      value('Ozone', 'current.ozone', 'µg/m³', 0),
    ],
  },
]
