import type { Credentials } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { endOf, isFinal, QR_POLL_MS } from '#web/features/auth/qr-state.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import { logFailure } from '#web/lib/log.ts'
import { catchFactorChallenge } from '#web/lib/session/factor-challenge.ts'
import { signIn } from '#web/lib/session/session.ts'

const withEnd = <T extends Parameters<typeof endOf>[0]>(data: T) => ({ ...data, endMs: endOf(data, Date.now()) })

/** Partial, because another server may send nothing about the requester. */
type ScanResult = Partial<Data<typeof qr.scan>>

/** Code of one view: dropped when the view closes, replaced only on request, even after the server was away. */
export const qrCodeQuery = queryOptions({
  queryKey: ['qr', 'code'],
  queryFn: async ({ signal }) => withEnd(await withDefault(call(qr.generate, {}, signal), 'Error generando código QR')),
  staleTime: 'static',
  gcTime: 0,
  retry: false,
})

const fetchStatus = (code: string, signal: AbortSignal) =>
  withDefault(call(qr.status, { params: { code } }, signal), 'Error verificando estado del QR')

/** Polls every two seconds, in a hidden tab too, until the code is used or has expired. Errors don't stop it. */
export const qrStatusQuery = (code: string) =>
  queryOptions({
    queryKey: ['qr', 'status', code],
    queryFn: ({ signal }) => logFailure('QR status', fetchStatus(code, signal)),
    refetchInterval: ({ state }) => (state.data && isFinal(state.data.status) ? false : QR_POLL_MS),
    refetchIntervalInBackground: true,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })

/** First step on the second device: checks the code, claims it if it is still open, and reads who requested it. */
export const qrScanQuery = (code: string) =>
  queryOptions({
    queryKey: ['qr', 'scan', code],
    queryFn: async ({ signal }) => {
      const { status } = await fetchStatus(code, signal)
      if (isFinal(status)) return { status, request: null }
      const scan = call(qr.scan, { body: { code } }, signal)
      const request: ScanResult | undefined = await withDefault(scan, 'Error escaneando código QR')
      return { status: request?.status ?? 'scanned', request: withEnd(request ?? {}) }
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })

/** Approves by password, or returns the second factor that the account needs. */
export const authenticateQr = mutationOptions({
  mutationFn: (body: Credentials & { code: string }) =>
    catchFactorChallenge(withDefault(call(qr.authenticate, { body }), 'Credenciales incorrectas').then(signIn)),
  meta: { error: false },
})
