import { startNats } from '@atalaya/testbed/nats-server'
import { inject, onTestFinished } from 'vitest'
import { createDatabase } from '#test/support/database.ts'
import { createStormWorld } from './storm-world.ts'

export type Instance = Awaited<ReturnType<typeof createStormWorld>>

/** Starts `count` servers on one PostgreSQL and one NATS; they end with the test. */
export async function startInstances(count: number): Promise<Instance[]> {
  const nats = await startNats()
  onTestFinished(nats.stop)
  const database = await createDatabase(inject('database'), inject('migrated'))
  onTestFinished(() => database?.drop())
  const shared = {
    DATABASE_URL: database?.url ?? '',
    NATS_URL: nats.url,
    SECRET_KEY: 'a key that all instances share, for tests',
    ALLOWED_HOSTS: '127.0.0.1',
  }
  const instances = await Promise.all(Array.from({ length: count }, () => createStormWorld(shared)))
  for (const instance of instances) onTestFinished(instance.close)
  for (const instance of instances) await instance.start()
  return instances
}
