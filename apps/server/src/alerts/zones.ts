import { Cron } from 'croner'
import { AppError } from '#server/domain/errors.ts'

/** Checks a time zone. @throws AppError bad_request, with this code, for a zone that croner does not know */
export function acceptZone(zone: string, code = 'alerts.unknown_zone'): void {
  if (isZone(zone)) return
  throw new AppError('bad_request', `${zone} is no time zone that this server knows`, { code })
}

function isZone(zone: string): boolean {
  try {
    return new Cron('0 0 * * *', { timezone: zone, paused: true }).nextRun() !== null
  } catch {
    return false
  }
}
