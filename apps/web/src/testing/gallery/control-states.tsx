import { Plus } from 'lucide-react'
import { SearchInput } from '#web/components/search-input.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { PasswordInput } from '#web/components/ui/password-input.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'

const variants = ['default', 'secondary', 'ghost', 'destructive', 'link'] as const
const badges = ['default', 'outline', 'primary', 'success', 'warning', 'destructive', 'info'] as const

function Buttons() {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button>
          <Plus aria-hidden />
          With icon
        </Button>
        <Button disabled>Disabled</Button>
        <Button busy>Guardando...</Button>
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {badges.map((variant) => (
          <Badge key={variant} variant={variant}>
            {variant}
          </Badge>
        ))}
      </div>
    </>
  )
}

export function ControlStates() {
  return (
    <>
      <Buttons />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Name" hint="As it is shown to others">
          <Input defaultValue="Marina" />
        </Field>
        <Field label="Email" error="Enter a valid e-mail address">
          <Input type="email" defaultValue="marina" />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="Fixed" />
        </Field>
        <Field label="Secret">
          <PasswordInput defaultValue="watchtower" />
        </Field>
        <Field label="Birthday">
          <Input type="date" />
        </Field>
        <Field label="Patch" hint="JSON">
          <Textarea defaultValue={'{ "name": "north" }'} />
        </Field>
        <Select defaultValue="user">
          <SelectTrigger aria-label="Role">
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            <SelectItem value="user">Usuario</SelectItem>
            <SelectItem value="admin">Admin</SelectItem>
          </SelectContent>
        </Select>
        <SearchInput placeholder="Search by ID or name..." onValueChange={() => undefined} />
        <div className="flex items-center gap-4">
          <Checkbox aria-label="Off" checked={false} />
          <Checkbox aria-label="On" checked />
          <Checkbox aria-label="Some" checked="indeterminate" />
          <Checkbox aria-label="Never" disabled />
          <Switch aria-label="Dark" checked={false} />
          <Switch aria-label="Lit" checked />
        </div>
      </div>
      <Tabs defaultValue="one">
        <TabsList>
          <TabsTrigger value="one">One</TabsTrigger>
          <TabsTrigger value="two">Two</TabsTrigger>
        </TabsList>
        <TabsContent value="one">First panel</TabsContent>
        <TabsContent value="two">Second panel</TabsContent>
      </Tabs>
    </>
  )
}
