import { Busy } from './landing/Busy.tsx'
import { Hero } from './landing/Hero.tsx'
import { Lead } from './landing/Lead.tsx'
import { Steps } from './landing/Steps.tsx'
import { Trust } from './landing/Trust.tsx'
import { Strips, Testimonials } from './landing/Voices.tsx'
import { Why } from './landing/Why.tsx'

export function Landing() {
  return (
    <>
      <Hero />
      <Busy />
      <Steps />
      <Why />
      <Testimonials />
      <Trust />
      <Strips />
      <Lead />
    </>
  )
}
