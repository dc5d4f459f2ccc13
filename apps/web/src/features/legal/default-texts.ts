import type { LegalPage } from '@atalaya/contract/legal'

const TERMS = `This is a private installation of Atalaya, run by its administrators and not by the makers of the program.

# Your account

Keep your password to yourself. An administrator can change, deactivate or delete your account, and sees your name, your e-mail address, your agents and what you did, but not your password.

# Your agents

Run an agent only on a machine that you may run it on. Everybody who may command an agent can do on its machine what its own file allow.json allows.

# Prohibited use

Don't try to reach what is somebody else's, to get around limits, or to disturb this server or other people's machines with it.

# No promises

The program is given as it is, without any warranty. Keep copies of what matters to you: a board can be saved to a file.

# Changes

The administrators can change this text. Its newest version is always on this page.`

const PRIVACY = `All that you give this installation stays in its own database, on a machine of its administrators. The makers of the program get nothing: there is no telemetry, no advertising and no analysis of what you do.

# Stored data and its purpose

Your name, username, e-mail address and, if you give it, your birthday: to know you, to sign you in, and to greet you. Your password is kept only as a hash, from which nobody can read it.

Your sessions, with their browser, their network address and when they were last used: so that you can see and end them.

Your agents, what they measure and the commands that were sent to them: to show and to run them. Measurements are summed up as they grow old, and deleted at the end of the time that the administrators chose.

Your boards, the settings of their widgets and what you connected: to show them. Passwords and keys of other services are stored encrypted.

An audit log of who did what, with the network address: so that misuse can be found. Its entries, too, are deleted when they are old.

# Data that leaves this server

Only what a widget asks of another service, such as a place's name for its weather, and what you connect yourself. A photo or a stream that you choose by its address is loaded from there.

# Data in your browser

Your session, the theme, and what a display needs to start without the server. There are no cookies of others.

# Your rights

You can see and change your account yourself. To have it deleted with all that is yours, or to get a copy, ask an administrator. Backups that were made before keep what was in them until they are deleted.`

/** Texts until an administrator writes others. */
export const DEFAULT_TEXTS: Record<LegalPage, string> = { terms: TERMS, privacy: PRIVACY }
