import { Questionnaire } from '../forms/Questionnaire.tsx'
import { Island } from '../parts/Island.tsx'
import { Cost, Proof, Talk, Versus } from './uksalon/Middle.tsx'
import { Opening, Problem } from './uksalon/Opening.tsx'

export function UkSalon() {
  return (
    <>
      <Opening />
      <Problem />
      <Talk />
      <Cost />
      <Proof />
      <Versus />
      <section className="section questions" id="questions">
        <div className="wrap">
          <h2 className="d1">Is it right for you?</h2>
          <Island>
            <Questionnaire filled={{}} />
          </Island>
        </div>
      </section>
    </>
  )
}
