import server from '../../package.json' with { type: 'json' }

/** The version of Atalaya that runs here. */
export const productVersion = server.version
