// The lower bound with these parts: React, the router, a form that signs in.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes, useNavigate } from 'react-router'

function Login() {
  const [error, setError] = useState('')
  const navigate = useNavigate()

  async function onSubmit(event) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const response = await fetch('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: form.get('email'), password: form.get('password') }),
    })
    if (response.ok) await navigate('/')
    else setError(response.statusText)
  }

  return (
    <form onSubmit={onSubmit}>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <label>
        Password <input name="password" type="password" required />
      </label>
      {error && <p role="alert">{error}</p>}
      <button type="submit">Login</button>
      <Link to="/register">Sign up</Link>
    </form>
  )
}

createRoot(document.getElementById('root')).render(
  <BrowserRouter>
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="*" element={<p>Home</p>} />
    </Routes>
  </BrowserRouter>,
)
