import type { displayScreen } from '@atalaya/contract/display-screen'
import type { DisplayReport, OwnDisplay } from '@atalaya/contract/displays'
import type { Data, Input } from '@atalaya/contract/route'
import type { Incidents } from '#server/alerts/incidents.service.ts'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { PreferencesService } from '#server/preferences/preferences.service.ts'
import { COPY_REPORT_EVERY_MS } from './display-limits.ts'
import { type DisplayViews, eventIn, instantOf, isOnline, reportIn, storedFieldsIn } from './display-views.ts'
import type { DisplaysRepo, FullDisplayRow } from './displays.repo.ts'
import type { ScreensRepo } from './screens.repo.ts'

type Needs = {
  repo: Pick<DisplaysRepo, 'find'>
  screens: ScreensRepo
  incidents: Pick<Incidents, 'hasFiring'>
  coloursOfDisplay: PreferencesService['coloursOfDisplay']
  tx: RunInTransaction<'audit' | 'screens'>
  views: DisplayViews
  now: () => number
}

/** Calls of a display as itself. One screen at a time shows it: the holder of the lease. */
export function createScreens({ repo, screens, incidents, coloursOfDisplay, tx, views, now }: Needs) {
  async function find({ credential }: Actor): Promise<FullDisplayRow> {
    const row = credential?.display && (await repo.find(credential.id))
    if (!row) throw notADisplay()
    return row
  }

  async function answerFor(row: FullDisplayRow): Promise<Data<typeof displayScreen.self>> {
    const { id, name, zone, username } = row
    const { entries, settings } = storedFieldsIn(row)
    const display: OwnDisplay = {
      _id: id,
      name,
      zone,
      entries,
      settings,
      event: eventIn(row, now()),
      owner: username,
      alertPageId: await alertPage(row, settings.onAlert),
      look: await coloursOfDisplay(row.owner_id, settings.colours),
    }
    return { display, at: instantOf(now()) }
  }

  /** Page to show during alerts; null while no alert of its minimum severity fires. */
  async function alertPage({ owner_id: userId, role }: FullDisplayRow, onAlert: OwnDisplay['settings']['onAlert']) {
    return onAlert && (await incidents.hasFiring({ userId, role }, onAlert.from)) ? onAlert.pageId : null
  }

  /**
   * Reports a copied credential. The holder of the lease has reported again after another screen was refused, so two
   * screens use the credential. Before that, the other could have been the same device after a restart.
   */
  async function reportCopy(by: Caller, { id, name }: FullDisplayRow): Promise<void> {
    const isNew = await tx(async (repos) => {
      if (!(await repos.screens.recordCopy(id, now(), now() - COPY_REPORT_EVERY_MS))) return false
      await repos.audit.insert(now(), { action: 'display.copy_refused', by, target: { id, name } })
      return true
    })
    if (isNew) await views.announce([id])
  }

  return {
    self: async (actor: Actor): Promise<Data<typeof displayScreen.self>> => answerFor(await find(actor)),

    /** @throws AppError conflict if another screen shows this display */
    async report(
      by: Caller,
      { screen, report }: Input<typeof displayScreen.report>['body'],
    ): Promise<Data<typeof displayScreen.report>> {
      const row = await find(by)
      if (!(await screens.report(row.id, { screen, report: JSON.stringify(report), now: now() }))) {
        await screens.recordRefusal(row.id, now())
        throw shownElsewhere()
      }
      if (needsNotice(row, report, now())) await views.announce([row.id])
      if (row.screen === screen && row.refused_at !== null) await reportCopy(by, row)
      return answerFor(row)
    },
  }
}
export type Screens = ReturnType<typeof createScreens>

/**
 * True if the owner's screens need the report at once. Most reports change nothing visible, and many displays send
 * too many of them.
 */
function needsNotice(before: FullDisplayRow, { pageId, version, width, height }: DisplayReport, now: number): boolean {
  const last = reportIn(before)
  if (!last || !isOnline(before, now)) return true
  return last.pageId !== pageId || last.version !== version || last.width !== width || last.height !== height
}

const notADisplay = () =>
  new AppError('not_found', 'This browser is not a display: only a paired display may ask for this', {
    code: 'displays.not_one',
  })
const shownElsewhere = () =>
  new AppError(
    'conflict',
    'Another screen shows this display. Switch that one off and wait a minute, or pair this one as a display of its own',
    { code: 'displays.elsewhere' },
  )
