import { end, lose, refuse } from './losing.ts'
import { count, meet, obey } from './talking.ts'
import { type Check, createTrial, Miss } from './trial.ts'

/**
 * Checks an agent against the protocol of docs/agents.md: runs `command` with ATALAYA_SERVER and ATALAYA_TOKEN set, and
 * says one line for each check. Answers how many it missed.
 */
export async function checkAgent(command: string, print: (line: string) => void): Promise<number> {
  let missed = 0
  const check: Check = async (name, work) => {
    try {
      const found = await work()
      print(`ok      ${name}`)
      return found
    } catch (error) {
      if (!(error instanceof Miss)) throw error
      missed++
      print(`MISSED  ${name}\n        ${error.message}`)
      return null
    }
  }
  const trial = await createTrial(command)
  try {
    const agent = trial.start()
    if (await meet(trial, check)) {
      await obey(trial, check)
      await lose(trial, check)
      await refuse(trial, check)
      await end(trial, agent, check)
      await count(trial, check)
      await check('says only frames of the protocol', async () => {
        const [unusable] = trial.stand.conversations.flatMap((conversation) => conversation.unusable)
        if (unusable !== undefined) throw new Miss(unusable)
      })
    } else {
      print(`Output of the agent:\n${agent.output()}`)
    }
  } finally {
    await trial.close()
  }
  return missed
}
