<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
    <context>
        <name>DoctorPanel</name>
        <message numerus="yes">
            <source>%n not checked</source>
            <translation>
                <numerusform>%n not checked</numerusform>
                <numerusform>%n not checked</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s)</source>
            <translation>
                <numerusform>%n problem</numerusform>
                <numerusform>%n problems</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n warning(s)</source>
            <translation>
                <numerusform>%n warning</numerusform>
                <numerusform>%n warnings</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ModelWork</name>
        <message numerus="yes">
            <source>%n file(s) are damaged: {file}, {reason}</source>
            <translation>
                <numerusform>%n file is damaged: {file}, {reason}</numerusform>
                <numerusform>%n files are damaged: {file}, {reason}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n file(s) are as published.</source>
            <translation>
                <numerusform>The file is as published.</numerusform>
                <numerusform>All %n files are as published.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RulesPanel</name>
        <message numerus="yes">
            <source>%n rule(s) were added.</source>
            <translation>
                <numerusform>%n rule was added.</numerusform>
                <numerusform>%n rules were added.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RunPanel</name>
        <message numerus="yes">
            <source>Speed of the last %n text(s)</source>
            <translation>
                <numerusform>Speed of the last text</numerusform>
                <numerusform>Speed of the last %n texts</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Time to first sound of the last %n text(s)</source>
            <translation>
                <numerusform>Time to first sound of the last text</numerusform>
                <numerusform>Time to first sound of the last %n texts</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>words</name>
        <message numerus="yes">
            <source>%n more text(s) wait</source>
            <translation>
                <numerusform>%n more text waits</numerusform>
                <numerusform>%n more texts wait</numerusform>
            </translation>
        </message>
    </context>
</TS>
