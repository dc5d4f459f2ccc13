/** Samples in the documented shape of each service, with the expected values of its recipe. */
export const answers: Record<string, { answer: unknown; shows: unknown[] }> = {
  transitous: {
    answer: {
      stopTimes: [
        {
          place: {
            name: 'S+U Friedrichstr.',
            stopId: 'de-DELFI_de:11000:900100001',
            departure: '2026-11-25T13:04:00Z',
            scheduledDeparture: '2026-11-25T13:02:00Z',
          },
          mode: 'METRO',
          realTime: true,
          headsign: 'Erkner',
          agencyName: 'S-Bahn Berlin',
          routeShortName: 'S3',
          tripId: '20261125_14:02_de-DELFI_1',
          source: 'de_DELFI.gtfs.zip/stop_times.txt:1:2',
        },
      ],
      previousPageCursor: 'EARLIER|1',
      nextPageCursor: 'LATER|2',
    },
    shows: [['S3'], ['Erkner'], ['2026-11-25T13:04:00Z']],
  },
  'pi-hole': {
    answer: {
      queries: {
        total: 7497,
        blocked: 3465,
        percent_blocked: 34.5,
        unique_domains: 445,
        forwarded: 4574,
        cached: 9765,
        types: { A: 3643, AAAA: 123 },
      },
      clients: { active: 10, total: 22 },
      gravity: { domains_being_blocked: 104_756, last_update: 1_725_194_639 },
      took: 0.0001,
    },
    shows: [34.5, 7497, 3465, 10],
  },
  adguard: {
    answer: {
      time_units: 'hours',
      num_dns_queries: 4210,
      num_blocked_filtering: 512,
      num_replaced_safebrowsing: 0,
      num_replaced_parental: 0,
      avg_processing_time: 0.0123,
      top_clients: [{ '192.168.1.7': 2000 }],
      dns_queries: [100, 120],
    },
    shows: [4210, 512, 0.0123],
  },
  proxmox: {
    answer: {
      data: [
        {
          id: 'lxc/101',
          vmid: 101,
          name: 'dns',
          type: 'lxc',
          node: 'pve',
          status: 'running',
          template: 0,
          cpu: 0.0012,
          maxcpu: 1,
          mem: 134_217_728,
          maxmem: 536_870_912,
          uptime: 86_400,
        },
        { id: 'qemu/102', vmid: 102, name: 'build', type: 'qemu', node: 'pve', status: 'stopped', mem: 0, uptime: 0 },
      ],
    },
    shows: [
      ['dns', 'build'],
      ['running', 'stopped'],
      [134_217_728, 0],
    ],
  },
  jellyfin: {
    answer: [
      {
        Id: 'a',
        UserName: 'ada',
        Client: 'Jellyfin Web',
        DeviceName: 'Firefox',
        ApplicationVersion: '10.10.0',
        PlayState: { IsPaused: false, PositionTicks: 1 },
        NowPlayingItem: { Name: 'Metropolis', Type: 'Movie', RunTimeTicks: 9 },
      },
      { Id: 'b', UserName: 'leo', Client: 'Android TV', DeviceName: 'Living room', PlayState: { IsPaused: false } },
    ],
    shows: [
      ['ada', 'leo'],
      ['Metropolis', null],
      ['Firefox', 'Living room'],
    ],
  },
  qbittorrent: {
    answer: {
      connection_status: 'connected',
      dht_nodes: 386,
      dl_info_data: 681_521_119,
      dl_info_speed: 1024,
      dl_rate_limit: 0,
      up_info_data: 10_747_904,
      up_info_speed: 512,
      up_rate_limit: 1_048_576,
    },
    shows: [1024, 512, 681_521_119, 10_747_904],
  },
  github: {
    answer: {
      id: 1_296_269,
      full_name: 'octocat/Hello-World',
      private: false,
      owner: { login: 'octocat', id: 1 },
      stargazers_count: 80,
      watchers_count: 80,
      forks_count: 9,
      open_issues_count: 3,
      default_branch: 'main',
    },
    shows: [80, 9, 3],
  },
  currency: {
    answer: {
      amount: 1,
      base: 'EUR',
      date: '2026-11-24',
      rates: { AUD: 1.77, CHF: 0.9312, GBP: 0.8765, JPY: 181.2, USD: 1.1534 },
    },
    shows: [1.1534, 0.8765, 0.9312, 181.2],
  },
  'power-price': {
    answer: {
      license_info: 'CC BY 4.0 from Bundesnetzagentur | SMARD.de',
      unix_seconds: [1_764_025_200, 1_764_028_800, 1_764_032_400],
      price: [45.2, 40.1, null],
      unit: 'EUR / MWh',
      deprecated: false,
    },
    shows: [[45.2, 40.1, null]],
  },
  'air-quality': {
    answer: {
      latitude: 40.4,
      longitude: -3.7,
      generationtime_ms: 0.1,
      timezone: 'GMT',
      elevation: 657,
      current_units: { time: 'iso8601', european_aqi: 'EAQI', pm10: 'μg/m³', pm2_5: 'μg/m³', ozone: 'μg/m³' },
      current: { time: '2026-11-25T13:00', interval: 3600, european_aqi: 28, pm10: 14.2, pm2_5: 7.1, ozone: 55 },
    },
    shows: [28, 7.1, 14.2, 55],
  },
}
