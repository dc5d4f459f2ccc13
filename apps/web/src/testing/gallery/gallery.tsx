import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { CardStates } from '#web/testing/gallery/card-states.tsx'
import { ControlStates } from '#web/testing/gallery/control-states.tsx'
import { DialogStates } from '#web/testing/gallery/dialog-states.tsx'
import { TableStates } from '#web/testing/gallery/table-states.tsx'
import '#web/styles.css'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="border-b pb-1 font-semibold text-xl">{title}</h2>
      {children}
    </section>
  )
}

function Gallery() {
  return (
    <main className="mx-auto grid max-w-6xl gap-8 p-6">
      <h1 className="font-semibold text-2xl">Gallery</h1>
      <Section title="Controls">
        <ControlStates />
      </Section>
      <Section title="Cards and charts">
        <CardStates />
      </Section>
      <Section title="Dialogs and toasts">
        <DialogStates />
      </Section>
      <Section title="Tables">
        <TableStates />
      </Section>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
