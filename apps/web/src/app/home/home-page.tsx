import { Link } from 'react-router'
import { greeting } from '#web/app/home/greeting.ts'
import { Button } from '#web/components/ui/button.tsx'
import { isAdmin, useSession } from '#web/lib/session.ts'

export function HomePage() {
  const user = useSession()?.user
  return (
    <div className="grid gap-6">
      <h2 className="font-semibold text-2xl">
        {greeting(new Date().getHours())}, {user?.name}
      </h2>
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link to="/dashboard">Go to dashboards</Link>
        </Button>
        <Button variant="secondary" asChild>
          <Link to="/marketplace">Explore marketplace</Link>
        </Button>
        {isAdmin(user) && (
          <Button variant="secondary" asChild>
            <Link to="/admin/users">Admin panel</Link>
          </Button>
        )}
      </div>
    </div>
  )
}
