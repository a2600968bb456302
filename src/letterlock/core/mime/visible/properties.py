"""The names of CSS properties that mail programs' engines support, for @supports (CSS Conditional 3)."""

from typing import Final

from letterlock.core.words import word_set

PROPERTIES: Final = word_set(
    "accent-color align-content align-items align-self all animation animation-delay animation-direction animation-"
    " duration animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timing-"
    " function appearance aspect-ratio backdrop-filter backface-visibility background background-attachment"
    " background-blend-mode background-clip background-color background-image background-origin background-position"
    " background-repeat background-size block-size border border-bottom border-collapse border-color border-image"
    " border-left border-radius border-right border-spacing border-style border-top border-width bottom box-shadow"
    " box-sizing break-after break-before break-inside caption-side caret-color clear clip clip-path color color-"
    " scheme column-count column-fill column-gap column-rule column-span column-width columns contain container"
    " container-name container-type content content-visibility counter-increment counter-reset cursor direction"
    " display empty-cells fill filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float"
    " font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-"
    " variant font-variation-settings font-weight gap grid grid-area grid-auto-flow grid-column grid-gap grid-row"
    " grid-template grid-template-areas grid-template-columns grid-template-rows height hyphens image-orientation"
    " image-rendering inline-size inset isolation justify-content justify-items justify-self left letter-spacing"
    " line-break line-height list-style list-style-image list-style-position list-style-type margin margin-bottom"
    " margin-inline margin-left margin-right margin-top mask mask-image max-block-size max-height max-width min-"
    " height min-width mix-blend-mode object-fit object-position offset-path opacity order orphans outline outline-"
    " color outline-offset outline-style outline-width overflow overflow-anchor overflow-wrap overflow-x overflow-y"
    " overscroll-behavior padding padding-bottom padding-inline padding-left padding-right padding-top page-break-"
    " after page-break-before page-break-inside perspective place-content place-items place-self pointer-events"
    " position quotes resize right rotate row-gap scale scroll-behavior scroll-margin scroll-padding scroll-snap-"
    " align scroll-snap-type shape-outside stroke tab-size table-layout text-align text-align-last text-combine-"
    " upright text-decoration text-decoration-color text-decoration-line text-decoration-style text-emphasis text-"
    " indent text-orientation text-overflow text-rendering text-shadow text-size-adjust text-transform text-"
    " underline-offset text-underline-position text-wrap top touch-action transform transform-origin transform-style"
    " transition transition-delay transition-duration transition-property translate unicode-bidi user-select"
    " vertical-align visibility white-space widows width will-change word-break word-spacing word-wrap writing-mode"
    " z-index zoom -webkit-appearance -webkit-backdrop-filter -webkit-background-clip -webkit-box-orient -webkit-"
    " font-smoothing -webkit-line-clamp -webkit-mask -webkit-mask-image -webkit-overflow-scrolling -webkit-text-"
    " fill-color -webkit-text-security -webkit-text-size-adjust -webkit-text-stroke -webkit-transform -webkit-user-"
    " select"
)
