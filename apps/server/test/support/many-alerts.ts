const HOUR_MS = 3_600_000

type Run = (text: string) => Promise<unknown>
type Owners = { admin: string; other: string }

/**
 * A month with many alerts: an ended one for every fifth agent, some that fire, and their messages. Rules and alerts
 * without an owner are the fleet's.
 */
export async function fillAlerts(run: Run, agents: number, { admin, other }: Owners, now: number): Promise<void> {
  const alerts = Math.ceil(agents / 5)
  await run(`
    insert into alert_rules (id, owner_id, author, name, is_on, severity, selector, condition, for_s, clear, escalation,
      version, created_at, updated_at)
    select 'rule ' || n, case n % 2 when 0 then '${other}' end, 'x', 'Offline', 0, 'critical', '{}',
      '{"kind":"status","status":"degraded"}', 60, '{"forS":60}', '[]', 1, ${now}, ${now} from generate_series(1, 40) as n`)
  await run(`
    insert into alert_incidents (id, rule_id, rule_name, owner_id, severity, text, agent_id, agent_name, firing, agents, behind,
      opened_at, opened_clock, joined_clock, ended_at, ended_because)
    select 'alert ' || n, 'rule ' || (n % 40 + 1), 'Offline', case n % 100 when 7 then '${other}' end, 'critical', 'It is offline',
      'a', 'a', 0, 2, 0, ${now - 700 * HOUR_MS} + n, 0, 0, case when n > 40 then ${now - 600 * HOUR_MS} + n end,
      case when n > 40 then 'recovered' end
    from generate_series(1, ${alerts}) as n`)
  await run(`
    insert into alert_members (incident_id, agent_ref, agent_id, agent_name, text, is_behind, fired_at, cleared_at)
    select 'alert ' || n, (n * k) % ${agents} + 1, 'a', 'a', '', 0, ${now}, case when n > 40 then ${now} end
    from generate_series(1, ${alerts}) as n, generate_series(1, 2) as k on conflict do nothing`)
  await run(`
    insert into alert_channels (id, user_id, kind, name, is_on, severity, tells_end, shown, address, place_hash, created_at)
    select 'channel ' || id, id, 'email', 'x', 0, 'info', 1, 'x', '{"to":"x@example.org"}', id, ${now} from users`)
  await run(`
    insert into alert_messages (id, notice_key, user_id, channel_id, channel_kind, channel_name, incident_id, what, severity, title,
      body, state, reason, tries, perhaps_twice, due_at, created_at)
    select 'message ' || n, n::text, person, 'channel ' || person, 'email', 'x', 'alert ' || n, 'opened', 'critical', 'x', 'x',
      'sent', '', 1, 0, ${now}, ${now - 700 * HOUR_MS} + n
    from (select n, case n % 10 when 7 then '${other}' else '${admin}' end as person from generate_series(1, ${alerts}) as n) as made`)
  await run(`
    insert into alert_silences (id, owner_id, target_kind, target, target_name, until, reason, by_id, by_name, created_at)
    select 'silence ' || n, '${other}', 'tag', 'few', 'few', ${now + HOUR_MS}, '', '${other}', 'x', ${now}
    from generate_series(1, 20) as n
    union all select 'silence of ' || id || ' ' || n, id, 'tag', 'many', 'many', ${now + HOUR_MS}, '', id, 'x', ${now}
    from users, generate_series(1, 50) as n where id like 'u%'`)
}
