import type { Registration } from '@atalaya/contract/auth'

/** Password of every account of the demo. */
export const PASSWORD = 'watchtower-demo'

/** `joinedDaysAgo` is the age of the account, `seenDaysAgo` that of its last sign-in. */
type Person = Omit<Registration, 'password' | 'email'> & {
  joinedDaysAgo: number
  seenDaysAgo: number
  as?: 'admin' | 'locked out'
}

const person = (
  username: string,
  name: string,
  surname: string,
  birthday: string | null,
  joinedDaysAgo: number,
  seenDaysAgo: number,
) => ({
  username,
  name,
  surname,
  birthday,
  joinedDaysAgo,
  seenDaysAgo,
})

/** The first one is the administrator whom the terminal names. */
export const people: Person[] = [
  person('marina', 'Marina', 'Ortega', '1986-03-14', 41, 0.02),
  { ...person('bruno', 'Bruno', 'Salas', '1979-09-02', 40, 0.4), as: 'admin' },
  person('ines', 'Inés', 'Caballero', '1990-12-21', 38, 0.1),
  person('tomas', 'Tomás', 'Beltrán', '1968-06-30', 33, 1.3),
  person('lucia', 'Lucía', 'Navarro', '1994-02-11', 30, 2.2),
  person('hugo', 'Hugo', 'Vidal', null, 27, 5.5),
  person('elena', 'Elena', 'Prieto', '2001-07-08', 22, 0.8),
  person('yusuf', 'Yusuf', 'Demir', '1983-11-29', 19, 9),
  { ...person('carla', 'Carla', 'Montes', null, 16, 12), as: 'locked out' },
  person('oskar', 'Oskar', 'Lind', '1997-05-19', 11, 3.1),
  person('amparo', 'Amparo', 'Gil', '1955-01-23', 6, 4.4),
  person('theo', 'Théo', 'Marchand', '1999-10-05', 2, 1.9),
]

export const emailOf = ({ username }: Pick<Person, 'username'>) => `${username}@demo.example`
