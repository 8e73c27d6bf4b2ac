/** Location of a North American number: all time zones of its area code, and the state or province. */
export type Place = { state: string; zones: readonly string[] }

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const arizona = 'America/Phoenix'
const pacific = 'America/Los_Angeles'
const alaska = ['America/Anchorage', 'America/Adak']
const hawaii = 'Pacific/Honolulu'
const toronto = 'America/Toronto'
const winnipeg = 'America/Winnipeg'
const edmonton = 'America/Edmonton'
const vancouver = 'America/Vancouver'
const halifax = 'America/Halifax'

/** State, zones, area codes. A code that crosses a zone line, even for one county, lists both sides. */
const places: [state: string, zones: string[], codes: string][] = [
  ['AL', [central], '205 251 256 659 938'],
  ['AL', [central, eastern], '334'],
  ['AK', alaska, '907'],
  ['AZ', [arizona], '480 520 602 623'],
  ['AZ', [arizona, mountain], '928'],
  ['AR', [central], '327 479 501 870'],
  [
    'CA',
    [pacific],
    '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951',
  ],
  ['CO', [mountain], '303 719 720 748 970 983'],
  ['CT', [eastern], '203 475 860 959'],
  ['DE', [eastern], '302'],
  ['DC', [eastern], '202 771'],
  ['FL', [eastern], '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954'],
  ['FL', [eastern, central], '448 850'],
  ['GA', [eastern], '229 404 470 478 678 706 762 770 912 943'],
  ['HI', [hawaii], '808'],
  ['ID', [mountain, pacific], '208 986'],
  ['IL', [central], '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'],
  ['IN', [eastern], '260 317 463 765'],
  ['IN', [eastern, central], '219 574 812 930'],
  ['IA', [central], '319 515 563 641 712'],
  ['KS', [central], '316 913'],
  ['KS', [central, mountain], '620 785'],
  ['KY', [eastern], '502 859'],
  ['KY', [eastern, central], '270 364 606'],
  ['LA', [central], '225 318 337 457 504 985'],
  ['ME', [eastern], '207'],
  ['MD', [eastern], '227 240 301 410 443 667'],
  ['MA', [eastern], '339 351 413 508 617 774 781 857 978'],
  ['MI', [eastern], '231 248 269 313 517 586 616 679 734 810 947 989'],
  ['MI', [eastern, central], '906'],
  ['MN', [central], '218 320 507 612 651 763 924 952'],
  ['MS', [central], '228 471 601 662 769'],
  ['MO', [central], '235 314 417 557 573 636 660 816 975'],
  ['MT', [mountain], '406'],
  ['NE', [central], '402 531'],
  ['NE', [central, mountain], '308'],
  ['NV', [pacific], '702 725'],
  ['NV', [pacific, mountain], '775'],
  ['NH', [eastern], '603'],
  ['NJ', [eastern], '201 551 609 640 732 848 856 862 908 973'],
  ['NM', [mountain], '505 575'],
  [
    'NY',
    [eastern],
    '212 315 329 332 347 363 465 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934',
  ],
  ['NC', [eastern], '252 336 472 704 743 828 910 919 980 984'],
  ['ND', [central, mountain], '701'],
  ['OH', [eastern], '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'],
  ['OK', [central], '405 539 572 580 918'],
  ['OR', [pacific], '503 971'],
  ['OR', [pacific, mountain], '458 541'],
  ['PA', [eastern], '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'],
  ['RI', [eastern], '401'],
  ['SC', [eastern], '803 821 839 843 854 864'],
  ['SD', [central, mountain], '605'],
  ['TN', [eastern], '865'],
  ['TN', [central], '615 629 731 901'],
  ['TN', [eastern, central], '423 931'],
  [
    'TX',
    [central],
    '210 214 254 281 325 346 361 409 430 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
  ],
  ['TX', [mountain, central], '432 915'],
  ['UT', [mountain], '385 435 801'],
  ['VT', [eastern], '802'],
  ['VA', [eastern], '276 434 540 571 686 703 757 804 826 948'],
  ['WA', [pacific], '206 253 360 425 509 564'],
  ['WV', [eastern], '304 681'],
  ['WI', [central], '262 274 353 414 534 608 715 920'],
  ['WY', [mountain], '307'],
  ['PR', ['America/Puerto_Rico'], '787 939'],
  ['VI', ['America/St_Thomas'], '340'],
  ['GU', ['Pacific/Guam'], '671'],
  ['MP', ['Pacific/Saipan'], '670'],
  ['AS', ['Pacific/Pago_Pago'], '684'],
  ['AB', [edmonton], '368 403 587 780 825'],
  ['BC', [vancouver], '604'],
  ['BC', [vancouver, edmonton], '236 250 257 672 778'],
  ['MB', [winnipeg], '204 431 584'],
  ['NB', [halifax], '428 506'],
  ['NL', ['America/St_Johns', halifax], '709 879'],
  ['NS', [halifax], '782 902'],
  ['ON', [toronto], '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942'],
  ['ON', [toronto, winnipeg], '807'],
  ['QC', [toronto], '263 354 438 450 468 514 579 819 873'],
  ['QC', [toronto, halifax], '273 367 418 581'],
  ['SK', ['America/Regina', edmonton], '306 474 639'],
  ['YT', ['America/Whitehorse', edmonton, winnipeg, toronto], '867'],
]

const byCode = new Map<string, Place>(
  places.flatMap(([state, zones, codes]) =>
    codes.split(' ').map((code) => [code, { state, zones }] as const),
  ),
)

/** Toll-free and unknown codes: any US location. */
export const anywhere: Place = {
  state: '',
  zones: [eastern, central, mountain, arizona, pacific, ...alaska, hawaii],
}

/** Location of a `+1…` number by its area code. Only a hint: people keep their numbers when they move. */
export function placeOf(e164: string): Place {
  return byCode.get(e164.slice(2, 5)) ?? anywhere
}
