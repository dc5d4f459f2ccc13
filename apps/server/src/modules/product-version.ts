import server from '../../package.json' with { type: 'json' }

/** Version of the running Atalaya. */
export const productVersion = server.version
