<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
    <context>
        <name>AboutPage</name>
        <message>
            <source>Version {version}</source>
            <translation>版本 {version}</translation>
        </message>
        <message>
            <source>Reads selected text aloud with Qwen3-TTS on your own graphics card, in voices that you own. Nothing that you read leaves this machine.</source>
            <translation>使用 Qwen3-TTS 在您自己的显卡上，用属于您的声音朗读选中的文本。您朗读的内容不会离开这台电脑。</translation>
        </message>
        <message>
            <source>MIT licence. Qt and PySide6 are used under the LGPL, Qwen3-TTS under the Apache licence, espeak-ng as a program of its own under the GPL.</source>
            <translation>MIT 许可证。Qt 和 PySide6 依 LGPL 使用，Qwen3-TTS 依 Apache 许可证使用，espeak-ng 作为独立程序依 GPL 使用。</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <source>Speak &amp;selection</source>
            <translation>朗读选中的文本(&amp;S)</translation>
        </message>
        <message>
            <source>Speak &amp;clipboard</source>
            <translation>朗读剪贴板(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Pause</source>
            <translation>暂停(&amp;P)</translation>
        </message>
        <message>
            <source>S&amp;top</source>
            <translation>停止(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Next sentence</source>
            <translation>下一句(&amp;N)</translation>
        </message>
        <message>
            <source>P&amp;revious sentence</source>
            <translation>上一句(&amp;R)</translation>
        </message>
        <message>
            <source>Read this sentence &amp;again</source>
            <translation>重读本句(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Open window</source>
            <translation>打开窗口(&amp;O)</translation>
        </message>
        <message>
            <source>S&amp;ettings…</source>
            <translation>设置(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;Resume</source>
            <translation>继续(&amp;R)</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Dismiss this message</source>
            <translation>关闭这条消息</translation>
        </message>
        <message>
            <source>Error: {message}</source>
            <translation>错误：{message}</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>Text to read</source>
            <translation>要朗读的文本</translation>
        </message>
        <message>
            <source>Type or paste the text that you want to hear.</source>
            <translation>输入或粘贴您想听的文本。</translation>
        </message>
        <message>
            <source>C&amp;lear</source>
            <translation>清空(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Speak</source>
            <translation>朗读(&amp;S)</translation>
        </message>
        <message>
            <source>Read this text (Ctrl+Enter)</source>
            <translation>朗读这段文本（Ctrl+Enter）</translation>
        </message>
        <message>
            <source>1 character</source>
            <translation>1 个字符</translation>
        </message>
        <message>
            <source>{count} characters</source>
            <translation>{count} 个字符</translation>
        </message>
    </context>
    <context>
        <name>Controller</name>
        <message>
            <source>There is nothing to read. Type or paste some text first.</source>
            <translation>没有可朗读的内容。请先输入或粘贴文本。</translation>
        </message>
        <message>
            <source>Voice: {name}</source>
            <translation>声音：{name}</translation>
        </message>
        <message>
            <source>No text is selected. Select some text first, then press the key again.</source>
            <translation>没有选中文本。请先选中文本，再按快捷键。</translation>
        </message>
        <message>
            <source>There is no text on the clipboard. Copy some text first.</source>
            <translation>剪贴板中没有文本。请先复制文本。</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>Find in the text</source>
            <translation>在文本中查找</translation>
        </message>
        <message>
            <source>Previous match (Shift+Enter)</source>
            <translation>上一处（Shift+Enter）</translation>
        </message>
        <message>
            <source>Next match (Enter)</source>
            <translation>下一处（Enter）</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>关闭（Esc）</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>1 match</source>
            <translation>1 处</translation>
        </message>
        <message>
            <source>{count} matches</source>
            <translation>{count} 处</translation>
        </message>
    </context>
    <context>
        <name>HotkeyControl</name>
        <message>
            <source>No hotkey</source>
            <translation>不设快捷键</translation>
        </message>
    </context>
    <context>
        <name>HotkeyField</name>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Click here and press the keys. Backspace for none.</source>
            <translation>点击这里，然后按下快捷键。按退格键则不设。</translation>
        </message>
        <message>
            <source>Press the keys</source>
            <translation>请按下快捷键</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>&amp;Write</source>
            <translation>输入(&amp;W)</translation>
        </message>
        <message>
            <source>&amp;Read along</source>
            <translation>跟读(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Find</source>
            <translation>查找(&amp;F)</translation>
        </message>
        <message>
            <source>System voice</source>
            <translation>系统声音</translation>
        </message>
        <message>
            <source>Find in the text (Ctrl+F)</source>
            <translation>在文本中查找（Ctrl+F）</translation>
        </message>
    </context>
    <context>
        <name>ReadingView</name>
        <message>
            <source>Text being read</source>
            <translation>正在朗读的文本</translation>
        </message>
        <message>
            <source>Press Enter to read from the sentence at the cursor.</source>
            <translation>按 Enter 键从光标所在的句子开始朗读。</translation>
        </message>
        <message>
            <source>Nothing has been read yet.</source>
            <translation>还没有朗读过任何内容。</translation>
        </message>
    </context>
    <context>
        <name>SettingsWindow</name>
        <message>
            <source>Settings - {title}</source>
            <translation>设置 - {title}</translation>
        </message>
        <message>
            <source>The language of menus and windows changes with the next start.</source>
            <translation>菜单和窗口的语言将在下次启动时更改。</translation>
        </message>
        <message>
            <source>About</source>
            <translation>关于</translation>
        </message>
        <message>
            <source>{name} (not connected)</source>
            <translation>{name}（未连接）</translation>
        </message>
        <message>
            <source>{name} (missing)</source>
            <translation>{name}（缺失）</translation>
        </message>
        <message>
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>页面</translation>
        </message>
    </context>
    <context>
        <name>StatusCard</name>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Menu</source>
            <translation>菜单</translation>
        </message>
        <message>
            <source>State: {state}</source>
            <translation>状态：{state}</translation>
        </message>
        <message>
            <source>Voice: {name}</source>
            <translation>声音：{name}</translation>
        </message>
    </context>
    <context>
        <name>TextFetch</name>
        <message>
            <source>The text could not be read. Copy it and speak the clipboard instead.</source>
            <translation>无法读取文本。请复制它，然后朗读剪贴板。</translation>
        </message>
    </context>
    <context>
        <name>Transport</name>
        <message>
            <source>Stop (Esc)</source>
            <translation>停止（Esc）</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Volume</source>
            <translation>音量</translation>
        </message>
        <message>
            <source>Progress of the text</source>
            <translation>文本进度</translation>
        </message>
        <message>
            <source>Nothing is being read.</source>
            <translation>当前没有朗读。</translation>
        </message>
    </context>
    <context>
        <name>VoiceMenu</name>
        <message>
            <source>&amp;Voice</source>
            <translation>声音(&amp;V)</translation>
        </message>
    </context>
    <context>
        <name>Windows</name>
        <message>
            <source>The text has {count} characters. Read all of it?</source>
            <translation>文本有 {count} 个字符。要全部朗读吗？</translation>
        </message>
        <message>
            <source>That takes a long time. It can be stopped at any moment.</source>
            <translation>这需要很长时间，可以随时停止。</translation>
        </message>
        <message>
            <source>&amp;Read it</source>
            <translation>朗读(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>This desktop has no tray, so the window stays in the task list. Ctrl+Q quits.</source>
            <translation>此桌面没有系统托盘，因此窗口保留在任务列表中。按 Ctrl+Q 退出。</translation>
        </message>
    </context>
    <context>
        <name>settings</name>
        <message>
            <source>While something is being read</source>
            <translation>正在朗读时</translation>
        </message>
        <message>
            <source>Ask before reading more than</source>
            <translation>超过此长度时先询问</translation>
        </message>
        <message>
            <source>Start at login</source>
            <translation>登录时启动</translation>
        </message>
        <message>
            <source>Language of the interface</source>
            <translation>界面语言</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>Speak selection</source>
            <translation>朗读选中的文本</translation>
        </message>
        <message>
            <source>Pause or resume</source>
            <translation>暂停或继续</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Speak clipboard</source>
            <translation>朗读剪贴板</translation>
        </message>
        <message>
            <source>Next sentence</source>
            <translation>下一句</translation>
        </message>
        <message>
            <source>Previous sentence</source>
            <translation>上一句</translation>
        </message>
        <message>
            <source>Sentence again</source>
            <translation>重读本句</translation>
        </message>
        <message>
            <source>Faster</source>
            <translation>加快</translation>
        </message>
        <message>
            <source>Slower</source>
            <translation>减慢</translation>
        </message>
        <message>
            <source>Next voice</source>
            <translation>下一个声音</translation>
        </message>
        <message>
            <source>Output device</source>
            <translation>输出设备</translation>
        </message>
        <message>
            <source>Volume</source>
            <translation>音量</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Cushion</source>
            <translation>缓冲</translation>
        </message>
        <message>
            <source>Silence to wake the device</source>
            <translation>唤醒设备的静音</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Language of the texts</source>
            <translation>文本语言</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Model size</source>
            <translation>模型大小</translation>
        </message>
        <message>
            <source>Model folder</source>
            <translation>模型文件夹</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Number format</source>
            <translation>数值格式</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>注意力实现</translation>
        </message>
        <message>
            <source>Free the card's memory after</source>
            <translation>空闲多久后释放显存</translation>
        </message>
        <message>
            <source>Chunk size</source>
            <translation>分块大小</translation>
        </message>
        <message>
            <source>Keep a history</source>
            <translation>保留历史记录</translation>
        </message>
        <message>
            <source>A new text interrupts it</source>
            <translation>新文本打断当前朗读</translation>
        </message>
        <message>
            <source>A new text waits its turn</source>
            <translation>新文本排队等候</translation>
        </message>
        <message>
            <source>System</source>
            <translation>系统</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Neural voice only</source>
            <translation>仅神经网络声音</translation>
        </message>
        <message>
            <source>General</source>
            <translation>常规</translation>
        </message>
        <message>
            <source>Hotkeys</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>Audio</source>
            <translation>音频</translation>
        </message>
        <message>
            <source>Streaming</source>
            <translation>流式输出</translation>
        </message>
        <message>
            <source>Reading</source>
            <translation>朗读</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
    </context>
    <context>
        <name>voices</name>
        <message>
            <source>System voice</source>
            <translation>系统声音</translation>
        </message>
    </context>
    <context>
        <name>words</name>
        <message>
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>Getting ready</source>
            <translation>正在准备</translation>
        </message>
        <message>
            <source>Reading</source>
            <translation>正在朗读</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Something went wrong</source>
            <translation>出现问题</translation>
        </message>
        <message>
            <source>{step} ({percent} %)</source>
            <translation>{step}（{percent} %）</translation>
        </message>
        <message>
            <source>The first sentence is being made.</source>
            <translation>正在生成第一句。</translation>
        </message>
        <message>
            <source>Try again, or see below what to do.</source>
            <translation>请重试，或查看下面的说明。</translation>
        </message>
        <message>
            <source>Select text anywhere and press {hotkey}.</source>
            <translation>在任意位置选中文本，然后按 {hotkey}。</translation>
        </message>
        <message>
            <source>Paste text below and press Speak.</source>
            <translation>在下面粘贴文本，然后按“朗读”。</translation>
        </message>
        <message>
            <source>Sentence {number}</source>
            <translation>第 {number} 句</translation>
        </message>
        <message>
            <source>Sentence {number} of {count}</source>
            <translation>第 {number} 句，共 {count} 句</translation>
        </message>
        <message>
            <source>1 more text waits</source>
            <translation>还有 1 段文本等候</translation>
        </message>
        <message>
            <source>{count} more texts wait</source>
            <translation>还有 {count} 段文本等候</translation>
        </message>
        <message>
            <source>The voice is chosen with the first text.</source>
            <translation>声音将在朗读第一段文本时选定。</translation>
        </message>
        <message>
            <source>{engine} on {device}</source>
            <translation>{engine}，运行于 {device}</translation>
        </message>
        <message>
            <source>less than a minute left</source>
            <translation>剩余不到 1 分钟</translation>
        </message>
        <message>
            <source>about a minute left</source>
            <translation>剩余约 1 分钟</translation>
        </message>
        <message>
            <source>about {minutes} minutes left</source>
            <translation>剩余约 {minutes} 分钟</translation>
        </message>
        <message>
            <source>about {hours} h {minutes} min left</source>
            <translation>剩余约 {hours} 小时 {minutes} 分钟</translation>
        </message>
    </context>
    <context>
        <name>settings-help</name>
        <message>
            <source>What a new text does while another is being read: interrupt it, or wait its turn.</source>
            <translation>正在朗读时有新文本：打断，或排队等候。</translation>
        </message>
        <message>
            <source>Ask before reading a selection longer than this.</source>
            <translation>选中的文本超过此长度时，先询问再朗读。</translation>
        </message>
        <message>
            <source>Start with the desktop, hidden in the tray.</source>
            <translation>随桌面启动，隐藏在系统托盘中。</translation>
        </message>
        <message>
            <source>Light or dark windows; system follows the desktop.</source>
            <translation>浅色或深色窗口；“系统”跟随桌面。</translation>
        </message>
        <message>
            <source>Language of menus and windows.</source>
            <translation>菜单和窗口的语言。</translation>
        </message>
        <message>
            <source>Read the selected text.</source>
            <translation>朗读选中的文本。</translation>
        </message>
        <message>
            <source>Pause, or go on where it was.</source>
            <translation>暂停，或从暂停处继续。</translation>
        </message>
        <message>
            <source>Stop reading.</source>
            <translation>停止朗读。</translation>
        </message>
        <message>
            <source>Read the clipboard.</source>
            <translation>朗读剪贴板。</translation>
        </message>
        <message>
            <source>Skip to the next sentence.</source>
            <translation>跳到下一句。</translation>
        </message>
        <message>
            <source>Back to the sentence before.</source>
            <translation>回到上一句。</translation>
        </message>
        <message>
            <source>Start this sentence again.</source>
            <translation>从头重读本句。</translation>
        </message>
        <message>
            <source>Read faster.</source>
            <translation>加快语速。</translation>
        </message>
        <message>
            <source>Read slower.</source>
            <translation>减慢语速。</translation>
        </message>
        <message>
            <source>Switch to the next voice.</source>
            <translation>切换到下一个声音。</translation>
        </message>
        <message>
            <source>Output device by name; empty follows the system's default.</source>
            <translation>输出设备名称；留空则跟随系统默认。</translation>
        </message>
        <message>
            <source>Volume.</source>
            <translation>音量。</translation>
        </message>
        <message>
            <source>Speed, pitch kept.</source>
            <translation>语速，音高不变。</translation>
        </message>
        <message>
            <source>Sound gathered before playing starts. More survives slower cards; less starts sooner.</source>
            <translation>开始播放前积累的声音。多一些能应付较慢的显卡，少一些开始得更快。</translation>
        </message>
        <message>
            <source>Silence played first after a pause, for Bluetooth devices that swallow the first syllable.</source>
            <translation>停顿之后先播放的静音，用于会吞掉第一个音节的蓝牙设备。</translation>
        </message>
        <message>
            <source>Id of the voice profile; empty for the operating system's own voice.</source>
            <translation>声音档案的标识；留空则使用操作系统自带的声音。</translation>
        </message>
        <message>
            <source>Language of the texts; auto finds it out for each text.</source>
            <translation>文本的语言；“自动”会逐段识别。</translation>
        </message>
        <message>
            <source>Which engine speaks: auto takes the neural one where a model is there and can run.</source>
            <translation>使用哪个引擎：有模型且能运行时，“自动”选用神经网络引擎。</translation>
        </message>
        <message>
            <source>Size of the model: 0.6B is faster, 1.7B sounds better.</source>
            <translation>模型大小：0.6B 更快，1.7B 音质更好。</translation>
        </message>
        <message>
            <source>A model folder of your own; empty for the downloaded model.</source>
            <translation>您自己的模型文件夹；留空则使用下载的模型。</translation>
        </message>
        <message>
            <source>Where the model runs: auto, cpu, cuda:0, cuda:1 ...</source>
            <translation>模型在哪里运行：auto、cpu、cuda:0、cuda:1……</translation>
        </message>
        <message>
            <source>Number format: auto takes bfloat16 from Ampere on.</source>
            <translation>数值格式：Ampere 及更新的显卡，“自动”使用 bfloat16。</translation>
        </message>
        <message>
            <source>Attention of the prefill and of the reference path.</source>
            <translation>预填充和参考路径的注意力实现。</translation>
        </message>
        <message>
            <source>Give the card's memory back after this long without speech; 0 never.</source>
            <translation>多久不朗读后释放显存；0 表示从不释放。</translation>
        </message>
        <message>
            <source>Frames (80 ms each) a chunk; 0 starts with one and grows, which is right for nearly everyone.</source>
            <translation>每块的帧数（每帧 80 毫秒）；0 表示从一帧开始逐渐增大，适合几乎所有人。</translation>
        </message>
        <message>
            <source>Keep the texts that were read, on this machine only.</source>
            <translation>保留朗读过的文本，仅保存在这台电脑上。</translation>
        </message>
    </context>
</TS>
