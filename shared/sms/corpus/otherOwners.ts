import { lines } from './meanings.ts'

/** The salon is sold, the owner is gone or ill, the number is another person's, or the wish has a condition. */
export const otherOwners: string[] = lines(`
  Stop if it costs anything
  Please stop texting after 9pm
  Do we know each other
  not karen
  I sold the salon
  We sold the business in June
  I've sold up
  salon closed down last year
  We are closed for good
  I've retired
  Im retired now love
  retiring next month
  I'm in hospital at the moment
  She is very ill
  been off sick, not working
  moved to Spain
  I've moved away
  we moved to australia
  I no longer have a salon
  I'm not a salon owner
  Im a plumber lol
  I'm not a hairdresser
  I got this phone last week
  This is a school
  im a kid
  I've already told you no
  told you already
  Is there a way to not get these
  how do i know you're real
  My number isn't for marketing
  numéro erroné
  May I ask who is calling
  sorry don't recognise this number
  Which Karen do you want?
  think this is meant for someone else
  I think you're looking for my sister
  Not me love
  that's not my salon
  This is not a business number
  We're not a salon, we're a garage
  I run a cafe
  im a taxi driver
  This is the parish office
  I work in IT
  I only rent a chair there
  I'm just the receptionist
  I'm just an employee, not the boss
  I don't make these decisions, ask the owner
  Owner is away, she deals with this
  My boss handles that
  You'd need to speak to the owner
  The owner passed last month
  In hospital with pneumonia
  I have cancer and closed the shop
  I've had a stroke
  On long term sick
  I've given up hairdressing
  gave it up years ago
  Packed it in last year
  no longer a hairdresser
  not in the trade anymore
  Business was sold to Emma
  we've closed our doors
  shop is shut for good
  gone bust
  Salon burned down
  Moved to Canada last year
  relocated to Cork
  I live in Dubai now
  I've not lived there for years
  Don't text me at work
  can you just email me
  Only by phone please
  stop if you're just going to sell me stuff
  go away that's cheap!
  I'll block you if this is a scam
  Is this a wind up
  am I talking to a robot
  where are you based and how did you find me
  Who sold you my number
  my number is private how did you get it
  Why me?
  can i stop these later
  I may unsubscribe
  getting too many of these
  a bit much
  very unprofessional
  I have already replied
  answered this already
  se ha equivocado
  nu vă cunosc
  Whose number is this
  Is that Lisa?
  Are you the girl from the salon
  Have we met
  wrong fella
  Not my salon anymore
  that was my old salon
  I left that salon
  I left the business in 2021
  Used to own it, not now
  I used to have a salon
  I'm not in business anymore
  Semi retired... well retired really
  Retired last summer after 40 years
  Retired 2 years ago
  I am retired
  She retired
  Mam retired
  I'm very sick at the moment
  recovering from surgery
  having chemo
  she's in hospital
  I had an accident and can't work
  moved back to Poland
  Back living in Brazil
  We emigrated
  I no longer live in Ireland
  not in the UK any more
  left Dublin years ago
  sold my shop
  Sold it last year
  salon has shut down
  Closed the salon in 2022
  closed permanently
  we shut for good in May
  its a butchers
  This is a dental surgery
  We are a pet grooming place
  I'm a builder
  I'm a nurse
  im an accountant lol
  I drive a lorry
  my mother's phone, she is 85
  My number is new
  This number used to be someone else's
  recycled number I'd say
  Prove you're real
  how you get my number
  From where you have my number
  why have you my number
  What do you want from me
  I don't remember agreeing to this
  did not sign up
  Stop... just kidding
  stop haha jk
  stop teasing and book me in
  Stop only if I don't book
  Stop texting before 8am
  no texts, call me
  Don't text, I'm deaf to texts, ring
  can you send by email instead
  cancel my booking and the texts?
  Maybe remove me
`)
