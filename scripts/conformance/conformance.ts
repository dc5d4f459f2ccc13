import { checkCommands, checkFirstConversation, checkNumbers } from './conversations.ts'
import { checkLostConnection, checkRefusals, checkRestart } from './lost-connections.ts'
import { type Check, createTrial, Violation } from './trial.ts'

/**
 * Checks an agent against the protocol of docs/agents.md: runs `command` with ATALAYA_SERVER and ATALAYA_TOKEN set, and
 * prints one line for each check. Returns the number of missed checks.
 */
export async function checkAgent(command: string, print: (line: string) => void): Promise<number> {
  let missed = 0
  const check: Check = async (name, work) => {
    try {
      const result = await work()
      print(`ok      ${name}`)
      return result
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      missed++
      print(`MISSED  ${name}\n        ${error.message}`)
      return null
    }
  }
  const trial = await createTrial(command)
  try {
    const agent = trial.start()
    if (await checkFirstConversation(trial, check)) {
      await checkCommands(trial, check)
      await checkLostConnection(trial, check)
      await checkRefusals(trial, check)
      await checkRestart(trial, agent, check)
      await checkNumbers(trial, check)
      await check('says only frames of the protocol', async () => {
        const [unusable] = trial.relay.conversations.flatMap((conversation) => conversation.unusable)
        if (unusable !== undefined) throw new Violation(unusable)
      })
    } else {
      print(`Output of the agent:\n${agent.output()}`)
    }
  } finally {
    await trial.close()
  }
  return missed
}
