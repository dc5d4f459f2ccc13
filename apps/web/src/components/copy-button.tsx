import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { copyText } from '#web/lib/copy-text.ts'
import { notify } from '#web/lib/notify.ts'

const SHOWN_MS = 2000

export function CopyButton({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function onClick() {
    const done = await copyText(text)
    setCopied(done)
    if (!done) void notify('error', 'Could not copy; select the text instead')
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={isCopied ? 'Copied' : `Copy ${name}`}
      onClick={() => void onClick()}
    >
      {isCopied ? <Check aria-hidden className="text-success-text" /> : <Copy aria-hidden />}
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
