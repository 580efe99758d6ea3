/** The fonts of the reader's system: a third of the first page less. */
import DefaultTheme from 'vitepress/theme-without-fonts'

export default DefaultTheme
